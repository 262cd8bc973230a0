//! What is known about a feed, line by line.

use super::{Mode, Model};
use crate::engine::Health;
use crate::model::{Saved, Validators};
use crate::strings::{Strings, Text, when, words};
use crate::text::clean;
use crate::time::Timestamp;

/// A fact: what it is about, and what is so.
pub(crate) type Fact = (Text, String);

/// What is known about the feed whose properties are shown; only what there is something to say about.
#[must_use]
pub(crate) fn facts(model: &Model) -> Vec<Fact> {
    let Mode::Properties(dialog) = &model.mode else { return Vec::new() };
    dialog.health.as_ref().map(|health| facts_of(model, health)).unwrap_or_default()
}

/// What is known about a feed; only what there is something to say about.
#[must_use]
pub(crate) fn facts_of(model: &Model, health: &Health) -> Vec<Fact> {
    let facts = [
        (Text::PropertiesNext, Some(next(model, health))),
        (Text::PropertiesLast, last(model, health)),
        (Text::PropertiesFailing, moment(model, health.check.failing_since)),
        (Text::PropertiesMoving, health.check.redirect.as_ref().map(|trust| clean::line(&trust.url))),
        (Text::PropertiesSite, site(health)),
        (Text::PropertiesItems, Some(items(model.look.strings, health))),
        (Text::PropertiesNewest, moment(model, health.check.last_new_item)),
        (Text::PropertiesTraffic, Some(traffic(model.look.strings, &health.check.saved))),
        (Text::PropertiesValidators, health.check.validators.as_ref().and_then(validators)),
        (Text::PropertiesRepairs, repairs(health)),
    ];
    facts.into_iter().filter_map(|(about, fact)| fact.map(|fact| (about, fact))).collect()
}

fn next(model: &Model, health: &Health) -> String {
    words::explanation_in(model.look.strings, &health.next, model.now)
}

fn last(model: &Model, health: &Health) -> Option<String> {
    let (strings, check) = (model.look.strings, &health.check);
    let (time, result) =
        (moment(model, check.last_attempt)?, words::last_check_in(strings, check.last.as_ref()?));
    Some(strings.compose(Text::PropertiesLastAt, &[("time", &time), ("result", &result)]))
}

fn moment(model: &Model, moment: Option<Timestamp>) -> Option<String> {
    moment.map(|moment| when::date(model.look.strings, moment, model.now, &model.look.zone, when::Room::Ten))
}

fn site(health: &Health) -> Option<String> {
    health
        .feed
        .as_ref()
        .and_then(|feed| feed.link.as_deref())
        .map(clean::line)
        .filter(|link| !link.is_empty())
}

fn items(strings: &Strings, health: &Health) -> String {
    let number = |count: u32| strings.digits(&count.to_string());
    let (total, unread, starred) =
        (number(health.row.total), number(health.row.unread), number(health.row.starred));
    let gaps = [("total", total.as_str()), ("unread", &unread), ("starred", &starred)];
    strings.compose(Text::PropertiesCounts, &gaps)
}

fn traffic(strings: &Strings, saved: &Saved) -> String {
    let number = |count: u64| strings.digits(&count.to_string());
    let (checks, unchanged) = (number(saved.checks), number(saved.unchanged));
    let (received, less) =
        (bytes(strings, saved.received), bytes(strings, saved.by_unchanged + saved.by_compression));
    let gaps =
        [("checks", checks.as_str()), ("unchanged", &unchanged), ("received", &received), ("saved", &less)];
    strings.compose(Text::PropertiesTrafficText, &gaps)
}

/// `812 B`, `1.4 MB`: units of 1,000.
#[must_use]
pub(crate) fn bytes(strings: &Strings, bytes: u64) -> String {
    let tenths = |unit: u64| {
        let tenths = bytes / (unit / 10);
        if tenths < 100 { format!("{}.{}", tenths / 10, tenths % 10) } else { (tenths / 10).to_string() }
    };
    let (number, unit) = match bytes {
        0..1_000 => (bytes.to_string(), "B"),
        1_000..1_000_000 => (tenths(1_000), "kB"),
        1_000_000..1_000_000_000 => (tenths(1_000_000), "MB"),
        _ => (tenths(1_000_000_000), "GB"),
    };
    format!("{} {unit}", strings.digits(&number))
}

fn validators(validators: &Validators) -> Option<String> {
    let shown = |bytes: &Vec<u8>| clean::line(&String::from_utf8_lossy(bytes));
    let parts: Vec<String> =
        [validators.etag.as_ref().map(shown), validators.last_modified.as_ref().map(shown)]
            .into_iter()
            .flatten()
            .collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn repairs(health: &Health) -> Option<String> {
    (!health.repairs.is_empty()).then(|| health.repairs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_with_two_digits_at_least() {
        let shown = |count| bytes(Strings::english(), count);
        assert_eq!([shown(0), shown(999), shown(1_400)], ["0 B", "999 B", "1.4 kB"]);
        assert_eq!(
            [shown(12_345_678), shown(9_999_999), shown(3_000_000_000)],
            ["12 MB", "9.9 MB", "3.0 GB"]
        );
    }
}
