//! The encoding of bytes that nobody labelled, by what they look like and what language the document states.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::WINDOWS_1252;

use super::legacy::{self, Charset};

/// Bytes that are looked at: more tell nothing new.
const ENOUGH: usize = 1 << 20;

/// A guess for bytes that are no UTF-8; `None` where they look like a Western European text, which is the fallback.
pub(super) fn of(bytes: &[u8], language: Option<&str>) -> Option<Charset> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..bytes.len().min(ENOUGH)], true);
    let found = detector.guess(language.and_then(country).map(str::as_bytes), Utf8Detection::Deny);
    let by_letters = (found != WINDOWS_1252).then_some(Charset::Standard(found));
    by_letters.or_else(|| language.and_then(legacy::by_language))
}

/// Whether a text of seven bits switches to Japanese letters (ISO-2022-JP, RFC 1468).
pub(super) fn is_escaped_japanese(bytes: &[u8]) -> bool {
    memchr::memchr_iter(0x1b, bytes).any(|at| matches!(bytes.get(at + 1..at + 3), Some(b"$B" | b"$@")))
}

/// The top-level domain whose sites are mostly in a language; the detector takes it for a hint.
fn country(language: &str) -> Option<&'static str> {
    Some(match language.to_ascii_lowercase().as_str() {
        "ar" => "sa",
        "fa" => "ir",
        "he" | "iw" | "yi" => "il",
        "ru" => "ru",
        "uk" => "ua",
        "bg" => "bg",
        "el" => "gr",
        "tr" => "tr",
        "pl" => "pl",
        "cs" => "cz",
        "hu" => "hu",
        "th" => "th",
        "ja" => "jp",
        "ko" => "kr",
        "zh" => "cn",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1255,
        WINDOWS_1256,
    };

    use super::*;

    #[track_caller]
    fn check(text: &str, encoding: &'static Encoding, language: Option<&str>) {
        let document =
            format!("<rss><channel><title>Feed</title><item><title>{text}</title></item></channel></rss>");
        let (bytes, _, _) = encoding.encode(&document);
        let found = of(&bytes, language).map(|found| found.decode_lossy(&bytes));
        assert_eq!(found.as_deref(), Some(document.as_str()), "{}", encoding.name());
    }

    #[test]
    fn letters_tell_their_encoding() {
        let japanese = "今日は天気がいいので、公園へ散歩に行きました。";
        check(japanese, SHIFT_JIS, None);
        check(japanese, EUC_JP, None);
        check("오늘은 날씨가 좋아서 공원에 산책하러 갔습니다", EUC_KR, None);
        check("今天天气很好，我们去公园散步。", GBK, None);
        check("今天天氣很好，我們去公園散步。", BIG5, None);
        check("Сегодня хорошая погода, мы пошли гулять в парк", WINDOWS_1251, None);
        check("Сегодня хорошая погода, мы пошли гулять в парк", KOI8_R, None);
        check("الطقس جميل اليوم وذهبنا إلى الحديقة", WINDOWS_1256, None);
        check("מזג האוויר יפה היום והלכנו לפארק", WINDOWS_1255, None);
    }

    #[test]
    fn a_stated_language_helps() {
        check("日本", EUC_JP, Some("ja"));
        check("中国", GB18030, Some("zh"));
    }

    #[test]
    fn a_western_text_is_left_to_the_fallback() {
        assert_eq!(of(b"<title>caf\xe9 cr\xe8me, l'\xe9t\xe9 \xe0 Paris</title>", None), None);
    }
}
