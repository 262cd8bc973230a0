//! What is read, what is refused, and the pages that are written from the table.

use super::*;
use proptest::prelude::*;

/// Reads a file without faults.
fn good(text: &str) -> Config {
    let (config, problems) = read(text);
    assert_eq!(problems, [], "{text}");
    config
}

/// Reads a file with one fault, which must leave all settings at their defaults.
fn fault(text: &str) -> Problem {
    let (config, problems) = read(text);
    assert_eq!(config, Config::default(), "{text}");
    assert_eq!(problems.len(), 1, "{text}: {problems:?}");
    problems.into_iter().next().expect("one problem")
}

fn check_unknown(text: &str, line: usize, key: &str, suggestion: Option<&str>) {
    let suggestion = suggestion.map(ToOwned::to_owned);
    let expected = Problem { line, key: key.to_owned(), kind: ProblemKind::UnknownKey { suggestion } };
    assert_eq!(fault(text), expected, "{text}");
}

fn check_bad(text: &str, key: &str, value: &str, suggestion: Option<&str>) {
    let problem = fault(text);
    let ProblemKind::BadValue { value: written, expected, suggestion: meant } = problem.kind else {
        panic!("{text}: {problem:?}")
    };
    assert_eq!(
        (problem.key.as_str(), written.as_str(), meant.as_deref()),
        (key, value, suggestion),
        "{text}"
    );
    assert!(!expected.is_empty(), "{text}");
}

#[test]
fn an_empty_file_is_the_default() {
    assert_eq!(good(""), Config::default());
    assert_eq!(good("# nothing\n\n[idle]\n[keys]\n"), Config::default());
}

#[test]
fn every_option_is_read() {
    let config = good(
        r#"
        language = "fa_IR"
        ui_language = "ur"
        ui_direction = "rtl"
        bidi = "words"
        arabic_shaping = false
        theme = "contrast"
        mouse = false
        mark_read = "manual"
        interval = "6h"
        floor = "1h30min"
        salt = 0.05
        respect_skip_hours = true
        updated = "unread"
        retention = "90d"
        retention_unread = "go"
        browser = "firefox --profile 'a b' %s"
        browser_behind = "open -g"
        drop_tracking = false
        ca_file = "/etc/own.pem"
        key_preset = "vim"
        proxy = "socks5h://localhost:9050"
        [idle]
        after = "30min"
        pause = false
        [keys]
        quit = "Q"
        next = ["j", "Down"]
        [macros]
        "g s" = ["star", "next"]
        "#,
    );
    let keys = [("quit", vec!["Q"]), ("next", vec!["j", "Down"])];
    let keys = keys.map(|(action, keys)| (action.to_owned(), keys.into_iter().map(str::to_owned).collect()));
    let expected = Config {
        language: Some("fa_IR".to_owned()),
        ui_language: UiLanguage::Urdu,
        ui_direction: UiDirection::Rtl,
        bidi: BidiMode::Words,
        arabic_shaping: Shaping::Off,
        theme: "contrast".to_owned(),
        mouse: Mouse::Off,
        mark_read: MarkRead::Manual,
        interval: Span::hours(6),
        floor: Span::minutes(90),
        salt_per_mille: 50,
        skip_hours: SkipHours::Obeyed,
        updated: Updated::Unread,
        retention: Retention::For(Span::days(90)),
        old_unread: OldUnread::Go,
        idle_after: Span::minutes(30),
        idle_pause: IdlePause::GoOn,
        browser: ["firefox", "--profile", "a b", "%s"].map(str::to_owned).to_vec(),
        browser_behind: ["open", "-g"].map(str::to_owned).to_vec(),
        tracking: Tracking::Kept,
        proxy: Some("socks5h://localhost:9050".to_owned()),
        ca_file: Some("/etc/own.pem".to_owned()),
        key_preset: KeyPreset::Vim,
        macros: [("g s".to_owned(), ["star", "next"].map(str::to_owned).to_vec())].into(),
        keys: BTreeMap::from(keys),
        key_lines: [("quit".to_owned(), 27), ("next".to_owned(), 28), ("macros.g s".to_owned(), 30)].into(),
    };
    assert_eq!(config, expected);
}

#[test]
fn tables_may_be_written_with_dots_or_inline() {
    for text in ["idle.after = \"1h\"", "[idle]\nafter = \"1h\"", "idle = { after = \"1h\" }"] {
        assert_eq!(good(text).idle_after, Span::hours(1), "{text}");
    }
    assert_eq!(good("keys.quit = \"Q\"").keys.len(), 1);
}

#[test]
fn a_command_may_be_a_list_of_words() {
    assert_eq!(good("browser = [\"a b\", \"%s\"]").browser, ["a b", "%s"]);
}

#[test]
fn salt_is_a_share() {
    for (written, per_mille) in [("0", 0), ("1", 1000), ("1.0", 1000), ("0.2", 200), ("0.1239", 123)] {
        assert_eq!(good(&format!("salt = {written}")).salt_per_mille, per_mille, "{written}");
    }
}

#[test]
fn an_unknown_option_is_named_with_its_line_and_the_nearest() {
    check_unknown("\n# x\nintervall = \"6h\"", 3, "intervall", Some("interval"));
    check_unknown("[idle]\nafer = \"1h\"", 2, "idle.afer", Some("idle.after"));
    check_unknown("[idel]\nafter = \"1h\"", 1, "idel", Some("idle"));
    check_unknown("idle = 5", 1, "idle", Some("idle.after"));
    check_unknown("pause = false", 1, "pause", Some("idle.pause"));
    check_unknown("respect-skip-hours = true", 1, "respect-skip-hours", Some("respect_skip_hours"));
    check_unknown("password = \"x\"", 1, "password", None);
}

#[test]
fn a_bad_value_is_named_with_what_was_meant() {
    check_bad("bidi = \"wrods\"", "bidi", "\"wrods\"", Some("\"words\""));
    check_bad("bidi = 3", "bidi", "3", None);
    check_bad("mouse = \"off\"", "mouse", "\"off\"", Some("false"));
    check_bad("mouse = 1", "mouse", "1", Some("true"));
    check_bad("interval = 60", "interval", "60", Some("\"60min\""));
    check_bad("interval = \"60m\"", "interval", "\"60m\"", Some("\"60min\""));
    check_bad("interval = \"often\"", "interval", "\"often\"", None);
    check_bad("salt = 20", "salt", "20", Some("0.2"));
    for salt in ["-0.5", "1.001", "inf", "nan", "1e-1", "\"0.2\""] {
        check_bad(&format!("salt = {salt}"), "salt", salt, None);
    }
    check_bad("language = \"بله\"", "language", "\"بله\"", None);
    check_bad("browser = \"a 'b\"", "browser", "\"a 'b\"", None);
    check_bad("browser = [1]", "browser", "[1]", None);
    check_bad("proxy = \"localhost\"", "proxy", "\"localhost\"", None);
    check_bad("[keys]\nquit = [\"q\", 1]", "keys.quit", "[\"q\", 1]", None);
    check_bad("[keys]\nquit = \"\"", "keys.quit", "\"\"", None);
    check_bad("keys = \"q\"", "keys", "\"q\"", None);
}

#[test]
fn a_floor_below_a_quarter_of_an_hour_is_raised_and_told() {
    check_bad("floor = \"5min\"", "floor", "\"5min\"", Some("\"15min\""));
    let (config, problems) = read("interval = \"1min\"");
    assert_eq!((config.interval, problems.len()), (Span::minutes(15), 1));
}

#[test]
fn a_password_in_an_address_is_refused_and_not_repeated() {
    check_bad("proxy = \"http://me:secret@proxy:80\"", "proxy", "\"http://…@proxy:80\"", None);
}

#[test]
fn one_fault_costs_one_setting() {
    let (config, problems) = read("mouse = 3\ninterval = \"6h\"\nnonsense = 1\nsalt = 7\n");
    assert_eq!(config, Config { interval: Span::hours(6), ..Config::default() });
    assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [1, 3, 4]);
}

#[test]
fn a_broken_line_is_one_problem_and_the_others_are_read() {
    for broken in ["interval = ", "= 5", "interval = \"6h", "[idle", "floor = \"1h\" x"] {
        let (config, problems) = read(&format!("mouse = false\n\n{broken}\n"));
        assert_eq!(config.mouse, Mouse::Off, "{broken}");
        assert_eq!(problems.len(), 1, "{broken}: {problems:?}");
        assert_eq!(problems[0].line, 3, "{broken}");
        assert!(matches!(&problems[0].kind, ProblemKind::Syntax(words) if !words.is_empty()), "{broken}");
    }
}

#[test]
fn an_option_that_stands_twice_is_a_problem() {
    let (_, problems) = read("mouse = false\nmouse = true\n");
    assert_eq!((problems.len(), problems[0].line), (1, 2), "{problems:?}");
}

#[test]
fn a_file_that_is_not_there_is_the_default_and_one_that_is_no_text_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("config.toml");
    assert_eq!(load(&path).expect("the default"), (Config::default(), Vec::new()));
    std::fs::write(&path, b"mouse = false\n# \xff\n").expect("a file");
    let (_, problems) = load(&path).expect("an answer");
    assert_eq!((problems.len(), problems[0].line), (1, 2));
    std::fs::write(&path, "\u{feff}mouse = false\n").expect("a file");
    assert_eq!(
        load(&path).expect("settings"),
        (Config { mouse: Mouse::Off, ..Config::default() }, Vec::new())
    );
    assert!(load(folder.path()).is_err());
}

#[test]
fn the_default_file_says_the_defaults() {
    assert_eq!(good(DEFAULT_FILE), Config::default());
    // With every option switched on it still says the same.
    let shown: Vec<String> = DEFAULT_FILE
        .lines()
        .map(|line| match line.strip_prefix('#') {
            Some(option) if !option.is_empty() && !option.starts_with(' ') => option.to_owned(),
            _ => line.to_owned(),
        })
        .collect();
    let shown = shown.join("\n");
    assert_eq!(good(&shown), Config::default());
    for option in option::OPTIONS {
        let name = option.name.rsplit('.').next().expect("a last part");
        let named = format!("\n{name} = {}\n", option.default);
        let is_table = ["keys", "macros"].contains(&option.name);
        assert!(shown.contains(&named) || is_table, "{name} is in it");
    }
}

#[test]
fn the_written_pages_are_up_to_date() {
    for (path, page) in
        [("assets/config.toml", page::default_file()), ("docs/config.md", page::options_page())]
    {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if std::env::var_os("HUDHUD_BLESS").is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
            std::fs::write(&path, &page).expect("the page");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == page, "{} is behind: HUDHUD_BLESS=1 cargo test config::", path.display());
    }
}

proptest! {
    #[test]
    fn any_text_is_read_and_faults_are_in_the_order_of_lines(text in "([a-z_.=\\[\\]\"#' 0-9\n]|idle|keys|mouse|\\PC){0,80}") {
        let (_, problems) = read(&text);
        prop_assert!(problems.is_sorted_by_key(|problem| problem.line));
        prop_assert!(problems.iter().all(|problem| problem.line >= 1 && problem.line <= text.lines().count() + 1));
    }
}

#[test]
fn retention_is_a_time_a_number_or_for_ever() {
    let check = |written: &str, expected| {
        assert_eq!(good(&format!("retention = {written}")).retention, expected, "{written}");
    };
    check("\"forever\"", Retention::Forever);
    check("\"7d\"", Retention::For(Span::days(7)));
    check("\"500\"", Retention::Newest(500));
    check("500", Retention::Newest(500));
    for written in ["\"often\"", "0", "\"0d\"", "-5", "true"] {
        check_bad(&format!("retention = {written}"), "retention", written, None);
    }
}
