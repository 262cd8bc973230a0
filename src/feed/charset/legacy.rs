//! Encodings by their labels, some that the Encoding Standard leaves out among them.

use encoding_rs::{
    EUC_KR, Encoding, GB18030, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
};

/// A character encoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Charset {
    /// One of the Encoding Standard.
    Standard(&'static Encoding),
    /// One byte a character: a name and the characters of the bytes 0x80 to 0xFF.
    Table(&'static str, &'static str),
    /// One byte a character, no byte like ASCII: a name and the characters of all bytes.
    Ebcdic(&'static str, &'static str),
    /// ASCII with Base64 in between (RFC 2152).
    Utf7,
}

/// DOS Hebrew.
const CP862: &str = "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// DOS Latin (US).
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// DOS Latin 1.
const CP850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
/// DOS Arabic.
const CP720: &str = "\u{80}\u{81}éâ\u{84}à\u{86}çêëèïî\u{8d}\u{8e}\u{8f}\u{90}\u{651}\u{652}ô¤ـûùءآأؤ£إئابةتثجحخدذرزسشص«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ضطظعغفµقكلمنهوىي≡\u{64b}\u{64c}\u{64d}\u{64e}\u{64f}\u{650}≈°∙·√ⁿ²■\u{a0}";

/// EBCDIC of the United States.
const EBCDIC_037: &str = "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a} \u{a0}âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@'=\u{22}Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×{ABCDEFGHI\u{ad}ôöòóõ}JKLMNOPQR¹ûüùúÿ\u{5c}÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\u{9f}";

/// The encoding of a label; letter case, blanks, quotes and the usual slips make no difference.
pub(super) fn by_label(label: &str) -> Option<Charset> {
    let label = label.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
    if let Some(found) = Encoding::for_label(label.as_bytes()) {
        // `replacement` is for browsers that must not be tricked; here it only loses text.
        return (found.name() != "replacement").then_some(Charset::Standard(found)).or_else(|| other(&label));
    }
    other(&label)
}

fn other(label: &str) -> Option<Charset> {
    let squeezed: String = label.chars().filter(|found| !matches!(found, '-' | '_' | ' ' | ':')).collect();
    let found = match squeezed.as_str() {
        "utf8" | "unicode11utf8" | "utf8n" | "utf8mb4" => Charset::Standard(UTF_8),
        "utf7" | "unicode11utf7" => Charset::Utf7,
        "cp862" | "ibm862" | "862" | "cspc862latinhebrew" => Charset::Table("IBM862", CP862),
        "cp437" | "ibm437" | "437" | "cspc8codepage437" => Charset::Table("IBM437", CP437),
        "cp850" | "ibm850" | "850" | "cspc850multilingual" => Charset::Table("IBM850", CP850),
        "cp720" | "ibm720" | "720" | "dos720" => Charset::Table("IBM720", CP720),
        "cp037" | "ibm037" | "037" | "ebcdiccpus" => Charset::Ebcdic("IBM037", EBCDIC_037),
        "gb2312" | "csgb2312" | "euccn" | "hzgb2312" | "hz" => Charset::Standard(GB18030),
        _ => {
            // `windows1256`, `cp-1256`, `win-1256`
            let digits = squeezed.strip_prefix("windows").or_else(|| squeezed.strip_prefix("win"))?;
            return Encoding::for_label(format!("windows-{digits}").as_bytes()).map(Charset::Standard);
        }
    };
    Some(found)
}

/// The encoding in which a language was mostly written before UTF-8.
pub(super) fn by_language(language: &str) -> Option<Charset> {
    let found = match language.to_ascii_lowercase().as_str() {
        "ar" | "fa" | "ur" | "ps" => WINDOWS_1256,
        "he" | "iw" | "yi" => WINDOWS_1255,
        "ru" | "uk" | "bg" | "sr" | "be" | "mk" => WINDOWS_1251,
        "el" => WINDOWS_1253,
        "tr" => WINDOWS_1254,
        "pl" | "cs" | "sk" | "hu" | "ro" | "hr" | "sl" => WINDOWS_1250,
        "th" => WINDOWS_874,
        "ja" => SHIFT_JIS,
        "ko" => EUC_KR,
        "zh" => GB18030,
        _ => return None,
    };
    Some(Charset::Standard(found))
}

impl Charset {
    /// The name, as the Encoding Standard has it where it does.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Standard(found) => found.name(),
            Self::Table(name, _) | Self::Ebcdic(name, _) => name,
            Self::Utf7 => "UTF-7",
        }
    }

    /// The name for a text that is ASCII throughout, which says nothing against its label.
    pub(super) fn ascii_name(self) -> &'static str {
        match self {
            Self::Standard(found) if found.is_ascii_compatible() => found.name(),
            Self::Table(name, _) => name,
            _ => UTF_8.name(),
        }
    }

    pub(super) fn is_utf_8(self) -> bool {
        self == Self::Standard(UTF_8)
    }

    /// Whether its texts can look like ASCII, or like UTF-8 by chance, and mean something else.
    pub(super) fn is_seven_bit(self) -> bool {
        self == Self::Standard(ISO_2022_JP) || matches!(self, Self::Utf7 | Self::Ebcdic(..))
    }

    /// The text, if every byte has its place in it.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<String> {
        match self {
            Self::Standard(found) => found
                .decode_without_bom_handling_and_without_replacement(bytes)
                .map(std::borrow::Cow::into_owned),
            Self::Utf7 => utf_7(bytes),
            // A document in EBCDIC starts with its `<`, which is L in ASCII's place.
            Self::Ebcdic(..) => bytes.trim_ascii_start().starts_with(b"L").then(|| self.decode_lossy(bytes)),
            Self::Table(..) => Some(self.decode_lossy(bytes)),
        }
    }

    /// The text, bad bytes replaced.
    pub(super) fn decode_lossy(self, bytes: &[u8]) -> String {
        match self {
            Self::Standard(found) => found.decode_without_bom_handling(bytes).0.into_owned(),
            Self::Table(_, upper) => {
                let upper: Vec<char> = upper.chars().collect();
                let decoded = |byte: &u8| match byte.checked_sub(0x80) {
                    Some(at) => upper.get(usize::from(at)).copied().unwrap_or('\u{fffd}'),
                    None => char::from(*byte),
                };
                bytes.iter().map(decoded).collect()
            }
            Self::Ebcdic(_, all) => {
                let all: Vec<char> = all.chars().collect();
                bytes.iter().map(|byte| all.get(usize::from(*byte)).copied().unwrap_or('\u{fffd}')).collect()
            }
            Self::Utf7 => utf_7(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
        }
    }
}

/// UTF-7 (RFC 2152).
fn utf_7(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut pieces = text.split('+');
    let mut out = pieces.next()?.to_owned();
    for piece in pieces {
        let length = piece.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'/').count();
        if length == 0 {
            out.push('+');
        } else {
            push_shifted(&mut out, &piece[..length]);
        }
        let rest = &piece[length..];
        out.push_str(rest.strip_prefix('-').unwrap_or(rest));
    }
    Some(out)
}

fn push_shifted(out: &mut String, base64: &str) {
    let mut units = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for byte in base64.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 16 {
            count -= 16;
            units.push(u16::try_from(bits >> count & 0xffff).unwrap_or_default());
            bits &= (1 << count) - 1;
        }
    }
    out.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')));
}
