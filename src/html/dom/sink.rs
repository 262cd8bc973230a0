//! Takes the tree builder's wishes and carries them out on a [`Dom`].

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName};

use super::{Dom, Kind, MAX_DEPTH, Node, NodeId};

/// Stands for every comment and processing instruction: none is kept.
const UNKEPT: NodeId = NodeId(1);

/// The depth at which nodes are put beside rather than below. It is a little behind [`MAX_DEPTH`], since the tree
/// builder makes elements of its own (`tbody`, reopened formatting).
const FLOOR: u16 = MAX_DEPTH + 40;

pub(super) struct Sink {
    dom: RefCell<Dom>,
    depth: Cell<u16>,
}

/// The name of an element, lent to the tree builder.
#[derive(Debug)]
pub(super) struct Name(QualName);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl Sink {
    pub(super) fn new() -> Self {
        let dom = Dom { nodes: vec![Node::new(Kind::Document), Node::new(Kind::Nothing)], cut: false };
        Self { dom: RefCell::new(dom), depth: Cell::new(0) }
    }

    pub(super) fn len(&self) -> usize {
        self.dom.borrow().nodes.len()
    }

    /// How deep the last node lies.
    pub(super) fn depth(&self) -> u16 {
        self.depth.get()
    }

    pub(super) fn into_dom(self) -> Dom {
        self.dom.into_inner()
    }
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Self;
    type ElemName<'a> = Name;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        NodeId(0)
    }

    fn elem_name(&self, target: &NodeId) -> Name {
        match &self.dom.borrow().node(*target).kind {
            Kind::Element(name, _) => Name(name.clone()),
            _ => Name(QualName::new(None, Namespace::default(), LocalName::default())),
        }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> NodeId {
        let attrs = attrs.iter().map(owned).collect();
        self.dom.borrow_mut().add(Kind::Element(name, attrs))
    }

    fn create_comment(&self, _: StrTendril) -> NodeId {
        UNKEPT
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeId {
        UNKEPT
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.depth.set(self.dom.borrow_mut().append(*parent, child));
    }

    fn append_based_on_parent_node(&self, element: &NodeId, prev: &NodeId, child: NodeOrText<NodeId>) {
        let has_parent = self.dom.borrow().parent(*element).is_some();
        if has_parent { self.append_before_sibling(element, child) } else { self.append(prev, child) }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// A template's contents lie below it as if it were any other element: nothing here is ever copied.
    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        *target
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        self.depth.set(self.dom.borrow_mut().insert_before(*sibling, child));
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attrs: Vec<Attribute>) {
        if let Kind::Element(_, known) = &mut self.dom.borrow_mut().node_mut(*target).kind {
            for attr in attrs.iter().map(owned) {
                if known.iter().all(|old| old.0 != attr.0) {
                    known.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.dom.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        let mut dom = self.dom.borrow_mut();
        while let Some(child) = dom.node(*node).first {
            dom.detach(child);
            dom.append(*new_parent, NodeOrText::AppendNode(child));
        }
    }
}

fn owned(attr: &Attribute) -> (String, String) {
    (attr.name.local.to_string(), attr.value.to_string())
}

impl Node {
    fn new(kind: Kind) -> Self {
        Self { kind, depth: 0, parent: None, first: None, last: None, before: None, after: None }
    }
}

impl Dom {
    fn add(&mut self, kind: Kind) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node::new(kind));
        id
    }

    /// Appends and says how deep the child lies now.
    fn append(&mut self, parent: NodeId, child: NodeOrText<NodeId>) -> u16 {
        let parent = self.shallow(parent);
        let depth = self.node(parent).depth + 1;
        let child = match child {
            NodeOrText::AppendNode(UNKEPT) => return depth,
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                if let Some(last) = self.node(parent).last
                    && let Kind::Text(known) = &mut self.node_mut(last).kind
                {
                    known.push_str(&text);
                    return depth;
                }
                self.add(Kind::Text(text.to_string()))
            }
        };
        let last = self.node(parent).last;
        self.place(child, parent, last, None);
        depth
    }

    fn insert_before(&mut self, sibling: NodeId, child: NodeOrText<NodeId>) -> u16 {
        let Some(parent) = self.node(sibling).parent else { return self.node(sibling).depth };
        let depth = self.node(parent).depth + 1;
        let before = self.node(sibling).before;
        let child = match child {
            NodeOrText::AppendNode(UNKEPT) => return depth,
            NodeOrText::AppendNode(node) => {
                self.detach(node);
                node
            }
            NodeOrText::AppendText(text) => {
                if let Some(before) = before
                    && let Kind::Text(known) = &mut self.node_mut(before).kind
                {
                    known.push_str(&text);
                    return depth;
                }
                self.add(Kind::Text(text.to_string()))
            }
        };
        let before = self.node(sibling).before;
        self.place(child, parent, before, Some(sibling));
        depth
    }

    /// The node itself, or the nearest one above it that may have children.
    fn shallow(&self, mut parent: NodeId) -> NodeId {
        while self.node(parent).depth >= FLOOR
            && let Some(above) = self.node(parent).parent
        {
            parent = above;
        }
        parent
    }

    fn place(&mut self, child: NodeId, parent: NodeId, before: Option<NodeId>, after: Option<NodeId>) {
        let depth = self.node(parent).depth + 1;
        let node = self.node_mut(child);
        (node.depth, node.parent, node.before, node.after) = (depth, Some(parent), before, after);
        match before {
            Some(before) => self.node_mut(before).after = Some(child),
            None => self.node_mut(parent).first = Some(child),
        }
        match after {
            Some(after) => self.node_mut(after).before = Some(child),
            None => self.node_mut(parent).last = Some(child),
        }
    }

    fn detach(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        let (Some(parent), before, after) = (node.parent.take(), node.before.take(), node.after.take())
        else {
            return;
        };
        match before {
            Some(before) => self.node_mut(before).after = after,
            None => self.node_mut(parent).first = after,
        }
        match after {
            Some(after) => self.node_mut(after).before = before,
            None => self.node_mut(parent).last = before,
        }
    }
}
