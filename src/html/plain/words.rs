//! The text of some HTML without a tree: the tokenizer alone, which is several times as fast and as forgiving.

use std::cell::{Cell, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::html::dom::{MAX_BYTES, start_of};

/// The text, references decoded, without what is never shown; elements that stand by themselves part words.
pub(super) fn words(html: &str) -> String {
    let html = start_of(html, MAX_BYTES);
    let tokenizer = Tokenizer::new(Words::with_room(html.len() / 2), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // The sink never asks to be called again: scripts are not run.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.text.into_inner()
}

/// Gathers text.
struct Words {
    text: RefCell<String>,
    /// Whether what comes is a script or a style.
    hidden: Cell<bool>,
}

impl Words {
    fn with_room(bytes: usize) -> Self {
        Self { text: RefCell::new(String::with_capacity(bytes)), hidden: Cell::new(false) }
    }

    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        let is_start = tag.kind == TagKind::StartTag;
        match name {
            "script" | "style" => {
                self.hidden.set(is_start);
                if is_start {
                    let kind = if name == "script" { RawKind::ScriptData } else { RawKind::Rawtext };
                    return TokenSinkResult::RawData(kind);
                }
            }
            "br" | "p" | "div" | "li" | "td" | "th" | "h1" | "h2" | "h3" if is_start => {
                self.text.borrow_mut().push(' ');
            }
            "img" if is_start => {
                let alt = tag.attrs.iter().find(|attr| &*attr.name.local == "alt");
                if let Some(alt) = alt {
                    self.text.borrow_mut().push_str(&alt.value);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl TokenSink for Words {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) if !self.hidden.get() => self.text.borrow_mut().push_str(&text),
            Token::TagToken(tag) => return self.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        assert_eq!(words(html), expected, "{html}");
    }

    #[test]
    fn markup_goes_and_what_it_says_stays() {
        check("<p>a &amp; <b>b</b></p><p>c", " a & b c");
        check("x<br>y<img alt='a picture' src=z>", "x ya picture");
        check("1 < 2 &lt; 3 & more", "1 < 2 < 3 & more");
    }

    #[test]
    fn what_is_never_shown_is_left_out_however_it_is_closed() {
        check("a<script>if (x < y) '<p>'</script>b<style>p{}</style>c", "abc");
        check("a<script>never closed", "a");
        check("a<!-- <b>no</b> -->b<![CDATA[x]]>c", "abc");
    }

    #[test]
    fn broken_markup_loses_no_text_around_it() {
        check("a</p></div>b<b", "ab");
        check("<a href='x>y", "");
        check("&#0;&#x110000;&bogus;", "\u{fffd}\u{fffd}&bogus;");
    }
}
