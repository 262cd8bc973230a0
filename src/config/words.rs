//! A command in one line, taken apart into words as a shell does it, without a shell.

/// The words of a line: blanks part them, quotes of both kinds keep them together, a backslash takes the next letter
/// as it is (not between single quotes). Nothing is expanded.
///
/// `None` if a quote is not closed or nothing follows the last backslash.
#[must_use]
pub fn split_words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => loop {
                match letters.next()? {
                    '\'' => break word.get_or_insert_default().push_str(""),
                    inner => word.get_or_insert_default().push(inner),
                }
            },
            '"' => loop {
                match letters.next()? {
                    '"' => break word.get_or_insert_default().push_str(""),
                    '\\' => word.get_or_insert_default().push(letters.next()?),
                    inner => word.get_or_insert_default().push(inner),
                }
            },
            '\\' => word.get_or_insert_default().push(letters.next()?),
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &[&str]) {
        let words = split_words(line).unwrap_or_else(|| panic!("{line:?} has words"));
        assert_eq!(words, expected, "{line:?}");
    }

    #[test]
    fn lines_are_parted_as_a_shell_does_it() {
        check("firefox --new-tab", &["firefox", "--new-tab"]);
        check("  a\tb  ", &["a", "b"]);
        check(r#"'a b' "c d" e\ f"#, &["a b", "c d", "e f"]);
        check(r#"--x="a 'b'"'c "d"' "#, &[r#"--x=a 'b'c "d""#]);
        check(r#""a \"b\" \\" '\'"#, &[r#"a "b" \"#, r"\"]);
        check("'' \"\"", &["", ""]);
        check("$HOME *", &["$HOME", "*"]);
        check("", &[]);
    }

    #[test]
    fn what_is_not_closed_has_no_words() {
        for line in ["'a", "\"a", "a\\", "\"a\\"] {
            assert_eq!(split_words(line), None, "{line:?}");
        }
    }
}
