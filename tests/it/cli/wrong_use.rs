//! Wrong use: one line on stderr that says what, with what and what to do; the right exit status.

use super::Cli;

#[track_caller]
fn check(args: &[&str], expected: &str) {
    let line = Cli::new().args(args).complains(2);
    assert_eq!(line, format!("hudhud: {expected}"), "{args:?}");
}

#[test]
fn unknown_commands_and_options_are_named_with_what_is_near() {
    check(&["fed"], "unknown command \"fed\"; did you mean \"feeds\"? See \"hudhud --help\"");
    check(
        &["items", "--jsn"],
        "unknown option \"--jsn\"; did you mean \"--json\"? See \"hudhud items --help\"",
    );
    check(&["feeds", "x"], "\"x\" is one argument too many; see \"hudhud feeds --help\"");
}

#[test]
fn missing_and_contradicting_arguments_are_named() {
    check(&["show"], "<ITEM> is missing; see \"hudhud show --help\"");
    check(&["add"], "<URL>... is missing; see \"hudhud add --help\"");
    check(&["rm"], "<FEED>... is missing; see \"hudhud rm --help\"");
    check(
        &["mark", "--read"],
        "one of ITEM, --feed <F>, --query <Q>, --all is missing; see \"hudhud mark --help\"",
    );
    check(
        &["mark", "--all", "--read", "--unread"],
        "--read can't be used with --unread; see \"hudhud mark --help\"",
    );
    check(
        &["items", "--unread", "--starred"],
        "--unread can't be used with --starred; see \"hudhud items --help\"",
    );
    check(&["--data-dir"], "--data-dir <DIR> needs a value; see \"hudhud --help\"");
}

#[test]
fn bad_values_are_named_with_those_that_are_right() {
    check(
        &["show", "1", "--direction", "up"],
        "\"up\" is no value for --direction <DIRECTION>; it takes auto, ltr, rtl; see \"hudhud show --help\"",
    );
    check(
        &["completions", "bsh"],
        "\"bsh\" is no value for <SHELL>; did you mean \"bash\"? See \"hudhud completions --help\"",
    );
    check(&["show", "x"], "\"x\" is no item id; \"hudhud items\" prints them");
    check(&["set", "1", "title"], "\"title\" is no setting; write it as KEY=VALUE");
    check(&["set", "1", "intervall=1h"], "unknown setting \"intervall\"; did you mean \"interval\"?");
    check(&["set", "1", "direction=up"], "\"up\" is no value for \"direction\"; it takes auto, ltr or rtl");
    check(&["mark", "--all", "--tag", ""], "\"\" is no tag; give a word without commas");
    check(
        &["add", "--folder", "/", "http://127.0.0.1/"],
        "--folder needs a name that is not empty; write it as News/World",
    );
}

#[test]
fn what_is_not_there_is_a_failure_with_a_way_out() {
    let check = |args: &[&str], expected: &str| {
        assert_eq!(Cli::new().args(args).complains(1), format!("hudhud: {expected}"), "{args:?}");
    };
    check(&["rm", "7"], "no subscription is \"7\"; \"hudhud feeds\" lists those that there are");
    check(
        &["show", "1-0000000000000001"],
        "there is no item 1-0000000000000001; \"hudhud items\" prints those that there are",
    );
    check(
        &["import", "nowhere.opml"],
        "nowhere.opml can't be read (No such file or directory (os error 2)); check the name",
    );
    check(&[], "the screen needs a terminal; \"hudhud --help\" lists the commands that need none");
}

#[test]
fn a_broken_configuration_line_is_named_and_the_command_goes_on() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(folder.path().join("config.toml"), "# mine\nintervall = \"1h\"\n")
        .expect("it can be written");
    let done = Cli::at(folder.path()).args(["feeds"]).ok();
    assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
    let named =
        done.stderr.contains("config.toml:2: unknown option \"intervall\"; did you mean \"interval\"?");
    assert!(named, "{}", done.stderr);
}

#[test]
fn a_folder_that_cant_be_used_is_named() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("it can be written");
    let line = Cli::new().args(["feeds", "--data-dir"]).args([&file]).complains(1);
    assert!(line.contains("can't be used") && line.contains("--data-dir"), "{line}");
}

#[test]
fn a_condition_that_can_t_be_understood_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let done = Cli::at(folder.path()).args(["items", "--query", "x titel:y"]).run();
    assert_eq!(done.code, 2);
    let expected = "hudhud: query, column 3: there is no field \"titel\"; quote it to search for it; \
                    did you mean \"title\"?\n  x titel:y\n    ^^^^^\n";
    assert_eq!(done.stderr, expected);
}
