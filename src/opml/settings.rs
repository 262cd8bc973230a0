//! The forms that settings have in a list.

use url::Url;

use super::markup::Tag;
use crate::model::{DirectionChoice, IntervalChoice, Retention};
use crate::time::Span;

/// The namespace of our own attributes.
pub(super) const NAMESPACE: &str = "https://hudhud.invalid/opml";

/// An address that may be subscribed, `feed:` taken off; else why it is left out.
pub(super) fn address(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    let lower: String = text.chars().take(12).collect::<String>().to_ascii_lowercase();
    let bare = if lower.starts_with("feed:http") {
        text[5..].to_owned()
    } else if lower.starts_with("feed://http:")
        || lower.starts_with("feed://https") && text[12..].starts_with(':')
    {
        text[7..].to_owned()
    } else if lower.starts_with("feed:") {
        format!("https://{}", text[5..].trim_start_matches('/'))
    } else if !text.contains(':')
        && text.split('/').next().is_some_and(|host| host.contains('.'))
        && !text.starts_with('.')
    {
        format!("https://{text}")
    } else {
        text.to_owned()
    };
    let url = Url::parse(&bare).map_err(|_| "no address")?;
    match url.scheme() {
        "http" | "https" if url.host_str().is_some_and(|host| !host.is_empty()) => {}
        "http" | "https" => return Err("no address"),
        _ => return Err("no http or https address"),
    }
    // As it is written, where that can be sent.
    let sendable = bare.bytes().all(|byte| byte.is_ascii_graphic()) && is_web(&bare);
    Ok(if sendable { bare } else { url.into() })
}

/// Whether a text begins like an address of the web.
pub(super) fn is_web(text: &str) -> bool {
    let start: String = text.chars().take(8).collect::<String>().to_ascii_lowercase();
    start.starts_with("http://") || start.starts_with("https://")
}

/// A text in one line; `None` if nothing is in it.
pub(super) fn words(text: &str) -> Option<String> {
    let line = text.trim().replace(['\n', '\r', '\t'], " ");
    (!line.is_empty()).then_some(line)
}

/// Whether a text can be the name of an attribute.
pub(super) fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || "_-.:".contains(letter))
        && name.matches(':').count() <= 1
        && !name.ends_with(':')
}

/// Our own tags, else the categories.
pub(super) fn tags(tag: &Tag<'_>) -> Vec<String> {
    let own = tag.get("hudhud:tags").map(|own| own.split(',').map(unescaped).collect::<Vec<_>>());
    let categories = || {
        let categories = tag.get("category").unwrap_or_default().split(',');
        categories.map(|category| category.trim().trim_matches('/').to_owned()).collect()
    };
    let mut tags: Vec<String> = own.unwrap_or_else(categories).iter().filter_map(|tag| words(tag)).collect();
    tags.sort();
    tags.dedup();
    tags
}

/// The tags as `category` and, where that can't hold them, as our own.
pub(super) fn written_tags(tags: &[String]) -> (String, Option<String>) {
    let plain =
        tags.iter().all(|tag| !tag.contains(',') && tag.trim_matches('/') == tag.trim() && tag.trim() == tag);
    let own =
        tags.iter().map(|tag| tag.replace('%', "%25").replace(',', "%2C")).collect::<Vec<_>>().join(",");
    let simple = tags.iter().map(|tag| tag.replace(',', " ")).collect::<Vec<_>>().join(",");
    (simple, (!plain).then_some(own))
}

fn unescaped(tag: &str) -> String {
    tag.replace("%2C", ",").replace("%25", "%")
}

pub(super) fn direction(tag: &Tag<'_>) -> DirectionChoice {
    tag.get("hudhud:direction").and_then(|word| DirectionChoice::from_word(word.trim())).unwrap_or_default()
}

/// `never`, or a length of time: `90m`, `12h`, `7d`; a number alone is minutes.
pub(super) fn interval(text: &str) -> Option<IntervalChoice> {
    match text.trim().to_ascii_lowercase().as_str() {
        "never" => Some(IntervalChoice::Never),
        text => span(text).map(IntervalChoice::Every),
    }
}

pub(super) fn written_interval(interval: IntervalChoice) -> Option<String> {
    match interval {
        IntervalChoice::Default => None,
        IntervalChoice::Never => Some("never".to_owned()),
        IntervalChoice::Every(span) => Some(written_span(span)),
    }
}

/// `forever`, `30d`, `100 items`.
pub(super) fn retention(text: &str) -> Option<Retention> {
    let text = text.trim().to_ascii_lowercase();
    match text.strip_suffix("items") {
        Some(number) => number.trim().parse().ok().map(Retention::Newest),
        None if text == "forever" => Some(Retention::Forever),
        None => span(&text).map(Retention::For),
    }
}

pub(super) fn written_retention(retention: Retention) -> Option<String> {
    match retention {
        Retention::Default => None,
        Retention::Forever => Some("forever".to_owned()),
        Retention::For(span) => Some(written_span(span)),
        Retention::Newest(number) => Some(format!("{number} items")),
    }
}

fn span(text: &str) -> Option<Span> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = u64::from(text[..end].parse::<u32>().ok()?);
    match text[end..].trim() {
        "ms" => Some(Span::millis(number)),
        "s" => Some(Span::seconds(number)),
        "" | "m" | "min" => Some(Span::minutes(number)),
        "h" => Some(Span::hours(number)),
        "d" => Some(Span::days(number)),
        _ => None,
    }
}

fn written_span(span: Span) -> String {
    let millis = span.as_millis();
    for (unit, length) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)] {
        if millis > 0 && millis.is_multiple_of(length) {
            return format!("{}{unit}", millis / length);
        }
    }
    format!("{millis}ms")
}
