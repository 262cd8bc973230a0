//! The clipboard, through the terminal.

/// The sequence that puts a text into the clipboard (xterm's `OSC 52`, the text in base64).
///
/// Terminals limit its length and drop what is longer; nothing that is copied here comes near.
pub(crate) fn clipboard(text: &str) -> Vec<u8> {
    let mut bytes = b"\x1b]52;c;".to_vec();
    for three in text.as_bytes().chunks(3) {
        encode(three, &mut bytes);
    }
    bytes.extend(b"\x1b\\");
    bytes
}

/// One to three bytes as four letters (RFC 4648 section 4).
fn encode(three: &[u8], out: &mut Vec<u8>) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
    let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    for at in 0..4 {
        let six = (bits >> (18 - 6 * at) & 63) as usize;
        out.push(if at > three.len() { b'=' } else { LETTERS[six] });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let sent = String::from_utf8(clipboard(text)).expect("letters");
        assert_eq!(sent, format!("\x1b]52;c;{expected}\x1b\\"));
    }

    #[test]
    fn texts_are_sent_in_base64() {
        check("", "");
        check("f", "Zg==");
        check("fo", "Zm8=");
        check("foo", "Zm9v");
        check("foobar", "Zm9vYmFy");
        check("می\u{200c}خواهم", "2YXbjOKAjNiu2YjYp9mH2YU=");
    }
}
