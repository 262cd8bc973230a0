//! JSON that is nearly JSON: control characters in texts, commas too many, comments, a cut-off end.

use serde_json::Value;

use crate::feed::repair::{Repairs, words};

/// The deepest nesting that is read; `serde_json` itself refuses more than 128.
const MAX_DEPTH: usize = 100;

/// Reads JSON, repaired where it must be; `None` where nothing helps.
pub(super) fn parse(text: &str, repairs: &mut Repairs) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let value = serde_json::from_str(&repaired(text)?).ok()?;
    repairs.add(words::JSON_SYNTAX);
    Some(value)
}

/// The text with its faults mended in one pass. `None` if it nests too deep.
fn repaired(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 64);
    let mut open = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(found) = rest.next() {
        match found {
            '"' => copy_string(&mut out, &mut rest),
            '{' | '[' => {
                open.push(if found == '{' { '}' } else { ']' });
                if open.len() > MAX_DEPTH {
                    return None;
                }
                out.push(found);
            }
            '}' | ']' => {
                drop_comma(&mut out);
                if open.pop() != Some(found) {
                    return None;
                }
                out.push(found);
                if open.is_empty() {
                    // Whatever follows the document is not part of it.
                    return Some(out);
                }
            }
            '/' if matches!(rest.peek(), Some('/')) => {
                while rest.next().is_some_and(|found| found != '\n') {}
            }
            '/' if matches!(rest.peek(), Some('*')) => skip_comment(&mut rest),
            ',' if out.trim_end().ends_with(['[', '{', ',']) => {}
            other if other.is_control() && !other.is_whitespace() => {}
            other => out.push(other),
        }
    }
    close(&mut out, open);
    Some(out)
}

/// A string up to its closing quote; control characters in it are written as JSON wants them.
fn copy_string(out: &mut String, rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    out.push('"');
    while let Some(found) = rest.next() {
        match found {
            '"' => break,
            '\\' => match rest.next() {
                Some(escaped @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')) => {
                    out.extend(['\\', escaped]);
                }
                Some(other) => out.push(other),
                None => {}
            },
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            other if other.is_control() => {}
            other => out.push(other),
        }
    }
    out.push('"');
}

fn skip_comment(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let mut before = ' ';
    for found in rest.by_ref().skip(1) {
        if before == '*' && found == '/' {
            break;
        }
        before = found;
    }
}

fn drop_comma(out: &mut String) {
    let trimmed = out.trim_end();
    if let Some(head) = trimmed.strip_suffix(',') {
        out.truncate(head.len());
    }
}

/// Ends what a cut-off document left open; a member without its value gets none.
fn close(out: &mut String, open: Vec<char>) {
    drop_comma(out);
    if out.trim_end().ends_with(':') {
        out.push_str("null");
    }
    out.extend(open.into_iter().rev());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let value = parse(text, &mut Repairs::default()).map(|value| value.to_string());
        assert_eq!(value.as_deref(), expected, "{text}");
    }

    #[test]
    fn faults_are_mended() {
        check("{\"a\": [1, 2,], }", Some("{\"a\":[1,2]}"));
        check("\u{feff}{\"a\": \"x\ny\u{1}\"}", Some("{\"a\":\"x\\ny\"}"));
        check("{\"a\": \"\\x\"} // end", Some("{\"a\":\"x\"}"));
        check("/* c */{\"a\": 1}", Some("{\"a\":1}"));
        check("{\"a\": [{\"b\": \"c", Some("{\"a\":[{\"b\":\"c\"}]}"));
        check("{\"a\": ", Some("{\"a\":null}"));
    }

    #[test]
    fn what_is_not_json_is_none() {
        check("{hello}", None);
        check("", None);
        check(&"[".repeat(10_000), None);
    }
}
