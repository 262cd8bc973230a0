use super::*;

fn outline(dom: &Dom, of: NodeId) -> String {
    let mut all = String::new();
    for child in dom.children(of) {
        match dom.name(child) {
            Some(name) => all.extend(["<", name, &outline(dom, child), ">"]),
            None => all.push_str(dom.text(child).unwrap_or_default()),
        }
    }
    all
}

fn check(html: &str, expected: &str) {
    let dom = Dom::parse(html);
    assert_eq!(outline(&dom, dom.root()), expected, "{html}");
}

fn depth(dom: &Dom) -> u16 {
    dom.descendants(dom.root()).map(|node| dom.node(node).depth).max().unwrap_or(0)
}

#[test]
fn what_is_missing_is_made_up() {
    check("a<p>b<p>c", "<html<head><bodya<pb><pc>>>");
    check("<table><td>x", "<html<head><body<table<tbody<tr<tdx>>>>>>");
    check("<b>1<i>2</b>3</i>", "<html<head><body<b1<i2>><i3>>>");
}

#[test]
fn comments_are_not_kept() {
    check("a<!-- x -->b", "<html<head><bodyab>>");
}

#[test]
fn attributes_are_decoded_and_the_first_wins() {
    let dom = Dom::parse("<a href='?a=1&amp;b=2' href=x>");
    let link = dom.descendants(dom.root()).find(|node| dom.name(*node) == Some("a"));
    assert_eq!(link.and_then(|node| dom.attr(node, "href")), Some("?a=1&b=2"));
}

#[test]
fn nothing_grows_deeper_than_the_limit() {
    for tag in
        ["<div>", "<b>", "<a></body></html>", "<table><tr><td>", "<svg><g>", "<ul><li>", "<font color=a>"]
    {
        let dom = Dom::parse(&tag.repeat(100_000));
        assert!(depth(&dom) <= MAX_DEPTH + 60, "{tag}");
    }
}

#[test]
fn text_behind_deep_nesting_is_kept() {
    let html = format!("{}x{}<p>after</p>", "<div>".repeat(1000), "</div>".repeat(1000));
    let dom = Dom::parse(&html);
    assert!(dom.text_of(dom.root()).contains('x') && dom.text_of(dom.root()).contains("after"));
}

#[test]
fn formatting_that_multiplies_is_stopped() {
    let open = (0..100).fold(String::new(), |open, n| open + &format!("<b id={n}>"));
    let dom = Dom::parse(&format!("<p>{open}{}", "<p>x".repeat(100_000)));
    assert!(dom.nodes.len() < MAX_NODES + 1000 && dom.is_cut());
}

#[test]
fn a_tag_with_countless_attributes_is_given_up() {
    use std::fmt::Write;
    let mut html = String::from("kept<a ");
    (0..300_000).for_each(|n| write!(html, "{n:x} ").unwrap_or_default());
    let dom = Dom::parse(&html);
    assert!(dom.is_cut() && dom.text_of(dom.root()).contains("kept"));
}

#[test]
fn a_long_document_is_cut_between_letters() {
    let dom = Dom::parse(&"א".repeat(MAX_BYTES));
    assert!(dom.is_cut());
    assert!(dom.text_of(dom.root()).chars().all(|letter| letter == 'א'));
}
