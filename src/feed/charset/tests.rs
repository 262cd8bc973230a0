use super::*;

fn read(bytes: &[u8], content_type: Option<&str>) -> (String, &'static str) {
    let labels = Labels { content_type, chosen: None };
    let decoded = decode(bytes, labels, &mut Repairs::default());
    (decoded.text.into_owned(), decoded.encoding)
}

#[track_caller]
fn check(bytes: &[u8], content_type: Option<&str>, text: &str, encoding: &str) {
    assert_eq!(read(bytes, content_type), (text.to_owned(), encoding));
}

#[test]
fn a_mark_wins() {
    check("\u{feff}é".as_bytes(), Some("text/xml; charset=iso-8859-1"), "é", "UTF-8");
    check(b"\xff\xfeh\0", None, "h", "UTF-16LE");
    check(b"\xfe\xff\0h", None, "h", "UTF-16BE");
    check(b"\xff\xfe\0\0h\0\0\0", None, "h", "UTF-32LE");
    check(b"\0\0\xfe\xff\0\0\0h", None, "h", "UTF-32BE");
}

#[test]
fn wide_encodings_are_seen_without_a_mark() {
    check(b"<\0a\0", None, "<a", "UTF-16LE");
    check(b"\0<\0a", None, "<a", "UTF-16BE");
    check(b"<\0\0\0", None, "<", "UTF-32LE");
    check(b"\0\0\0<", None, "<", "UTF-32BE");
}

#[test]
fn valid_utf_8_wins_over_every_label() {
    check(
        "<?xml encoding='windows-1256'?>é".as_bytes(),
        Some("text/xml; charset=iso-8859-1"),
        "<?xml encoding='windows-1256'?>é",
        "UTF-8",
    );
}

#[test]
fn the_header_goes_before_the_declaration() {
    let document = b"<?xml encoding='windows-1251'?>\xcb";
    check(
        document,
        Some("text/xml; charset=windows-1256"),
        "<?xml encoding='windows-1251'?>\u{62b}",
        "windows-1256",
    );
    check(document, None, "<?xml encoding='windows-1251'?>Л", "windows-1251");
    check(document, Some("text/xml; charset=nonsense"), "<?xml encoding='windows-1251'?>Л", "windows-1251");
}

#[test]
fn one_bad_byte_does_not_turn_the_whole() {
    check(b"\xc3\xa0 \xc3 \xc3\xa9", None, "à \u{fffd} é", "UTF-8");
    check(b"\xc3\xa0 \xc3 \xc3\xa9", Some("text/xml; charset=utf-8"), "à \u{fffd} é", "UTF-8");
}

#[test]
fn bytes_without_a_label_are_guessed_by_language() {
    check(b"<language>ar</language>\xc7\xe1", None, "<language>ar</language>ال", "windows-1256");
    check(b"<language>he</language>\xf9", None, "<language>he</language>ש", "windows-1255");
    check(b"caf\xe9", None, "café", "windows-1252");
    check(b"caf\xe9", Some("text/xml; charset=utf-8"), "café", "windows-1252");
}

#[test]
fn old_encodings_are_read() {
    check(b"<?xml encoding='ibm862'?>\x80", None, "<?xml encoding='ibm862'?>א", "IBM862");
    check(b"<?xml encoding='iso-8859-8-i'?>\xe0", None, "<?xml encoding='iso-8859-8-i'?>א", "ISO-8859-8-I");
    check(b"<?xml encoding='utf-7'?>+ZeVnLIqe- +-", None, "<?xml encoding='utf-7'?>日本語 +", "UTF-7");
    check(b"\x1b$B$\"\x1b(B", Some("text/xml; charset=iso-2022-jp"), "あ", "ISO-2022-JP");
}

#[test]
fn the_user_wins_over_everything() {
    let labels = Labels { chosen: Some("windows-1255"), content_type: Some("text/xml; charset=utf-8") };
    let decoded = decode(b"\xf9", labels, &mut Repairs::default());
    assert_eq!((decoded.text.as_ref(), decoded.encoding), ("ש", "windows-1255"));
}
