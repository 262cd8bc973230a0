//! Every key that `--json` prints is documented.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Cli, rss, site};

const PAGE: &str = include_str!("../../../docs/json.md");

/// All keys in a value, those of inner objects too.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                found.insert(key.clone());
                keys(inner, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| keys(inner, found)),
        _ => {}
    }
}

/// The part of the page about one command.
fn part(command: &str) -> &'static str {
    let start = PAGE
        .find(&format!("## `hudhud {command} --json`"))
        .unwrap_or_else(|| panic!("no part for {command}"));
    let rest = &PAGE[start + 2..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

#[test]
fn every_key_is_documented() {
    let server = site();
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", "--all", &server.url("/")]).ok();
    let extra = "<cloud domain=\"example.org\" port=\"80\" path=\"/x\" registerProcedure=\"\" protocol=\"http-post\"/>\
        <sy:updatePeriod xmlns:sy=\"http://purl.org/rss/1.0/modules/syndication/\">daily</sy:updatePeriod>";
    let media = "<enclosure url=\"http://example.org/a.mp3\" type=\"audio/mpeg\" length=\"1\"/>\
        <media:content xmlns:media=\"http://search.yahoo.com/mrss/\" url=\"http://example.org/a.png\"/>";
    let document = rss("Full", "en", &[1])
        .replace("<ttl>", &format!("{extra}<ttl>"))
        .replace("</item>", &format!("{media}</item>"));
    let calls: [(&str, Vec<String>); 9] = [
        ("feeds", vec![]),
        ("items", vec![]),
        ("refresh", vec![]),
        ("schedule", vec![]),
        ("schedule", vec!["--forecast".to_owned(), "1d".to_owned()]),
        ("discover", vec![server.url("/")]),
        ("inspect", vec!["-".to_owned()]),
        ("doctor", vec![]),
        ("check", vec![]),
    ];
    for (command, args) in calls {
        let done = Cli::at(folder.path()).args([command, "--json"]).args(&args).stdin(document.clone()).ok();
        let mut found = BTreeSet::new();
        done.json().iter().for_each(|object| keys(object, &mut found));
        assert!(!found.is_empty(), "{command} printed nothing");
        let text = part(command);
        for key in found {
            assert!(text.contains(&format!("`{key}`")), "{command} {args:?}: {key} is not in docs/json.md");
        }
    }
}
