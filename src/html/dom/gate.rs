//! Stands between tokenizer and tree builder and lets through only what keeps the tree small.

use std::cell::Cell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;

use super::sink::Sink;
use super::{Dom, MAX_DEPTH, MAX_NODES, NodeId};

/// A tree builder whose stack of open elements can't grow beyond a limit: each token searches that stack.
pub(super) struct Gate {
    builder: TreeBuilder<NodeId, Sink>,
    tokens: Cell<u64>,
}

impl Gate {
    pub(super) fn new(builder: TreeBuilder<NodeId, Sink>) -> Self {
        Self { builder, tokens: Cell::new(0) }
    }

    /// How many tokens have come so far.
    pub(super) fn tokens(&self) -> u64 {
        self.tokens.get()
    }

    /// Whether the tree has as many nodes as it may have.
    pub(super) fn is_full(&self) -> bool {
        self.builder.sink.len() > MAX_NODES
    }

    pub(super) fn into_dom(self) -> Dom {
        let full = self.is_full();
        let mut dom = self.builder.sink.into_dom();
        dom.cut = full;
        dom
    }

    /// Whether a start tag would lie too deep. The sink knows where the last node went; an empty comment, which
    /// always goes to the current node and is not kept, makes sure that this is where the next one will go.
    fn is_too_deep(&self, line: u64) -> bool {
        if self.builder.sink.depth() < MAX_DEPTH {
            return false;
        }
        let _ = self.builder.process_token(Token::CommentToken(StrTendril::new()), line);
        self.builder.sink.depth() >= MAX_DEPTH
    }
}

impl TokenSink for Gate {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        self.tokens.set(self.tokens.get() + 1);
        let dropped = match &token {
            Token::ParseError(_) | Token::CommentToken(_) => true,
            Token::EOFToken => false,
            // These two leave the stack as it is, but make the next comment go elsewhere.
            Token::TagToken(Tag { kind: TagKind::EndTag, name, .. })
                if matches!(&**name, "body" | "html") =>
            {
                true
            }
            _ if self.is_full() => true,
            Token::TagToken(tag) => tag.kind == TagKind::StartTag && self.is_too_deep(line),
            _ => false,
        };
        if dropped { TokenSinkResult::Continue } else { self.builder.process_token(token, line) }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
