//! `docs/keys.md`, made from the table of actions and the default keys.

use std::fmt::Write;

use super::action::{Action, Group};
use super::keymap::{Key, load};
use crate::config::Config;
use crate::strings::Strings;

/// The page, in Markdown.
#[must_use]
pub fn keys_page() -> String {
    let strings = Strings::english();
    let (map, _) = load(&Config::default());
    let mut page = String::from(INTRODUCTION);
    for group in Group::ALL {
        let _ = write!(
            page,
            "\n## {}\n\n| keys | action | what it does |\n|---|---|---|\n",
            strings.say(group.words())
        );
        for action in Action::of(group) {
            let keys: Vec<String> = map.shown(action).map(|keys| format!("`{}`", ascii(&keys))).collect();
            let words = strings.say(action.words());
            let _ = writeln!(page, "| {} | `{}` | {words} |", keys.join(" "), action.name());
        }
    }
    page.push_str(DIALOGS);
    page
}

/// Arrows by their names, as the configuration takes them.
fn ascii(keys: &str) -> String {
    let names = [("↑", "up"), ("↓", "down"), ("←", "left"), ("→", "right")];
    let name =
        |key: &str| names.iter().find(|(shown, _)| *shown == key).map_or(key, |(_, name)| name).to_owned();
    debug_assert!(keys.split(' ').all(|key| Key::parse(&name(key)).is_some()), "{keys}");
    keys.split(' ').map(name).collect::<Vec<_>>().join(" ")
}

const INTRODUCTION: &str = "\
# Keys

This page is made from the program's table of actions; a test compares them. In the program `?` shows the same list
with your own keys, and searches it as you type.

Each action's keys can be replaced in the configuration, by the action's name:

```toml
[keys]
toggle-star = [\"s\", \"ctrl-s\"]
first = [\"g g\"]
```

A key is written as `j`, `G`, `ctrl-r`, `shift-f5`, `space`, `enter`, `pgdn`; keys that are pressed one after the other
stand with blanks between them. A number before a key repeats a move: `5j`. In a right-to-left interface the left and
right arrows change places with the panes: they always go where the eye goes.
";

const DIALOGS: &str = "
## In dialogs

These keys can't be changed. Text fields know `Left` `Right` `Home` `End`, `Ctrl-a` `Ctrl-e` (start, end), `Ctrl-w` (delete
a word) and `Ctrl-u` (delete all).

| keys | what they do |
|---|---|
| `Enter` | look for feeds, then subscribe |
| `Tab` `Shift-Tab` | next and previous field |
| `Up` `Down` `j` `k` | move in the list of feeds |
| `Space` | tick a feed; change the direction |
| `y` `n` | answer a question |
| `Esc` `Ctrl-c` | cancel, close |

A pasted address opens the subscribe dialog from anywhere. With the mouse, a click selects (on a link in an article it says where
the link leads), a double click opens, the right button opens a menu, the wheel scrolls; hold Shift to select text with the
terminal. The command line (`:`) takes the name of any action; `Tab` completes it.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/keys.md");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, keys_page()).expect("the page can be written");
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == keys_page(), "docs/keys.md is behind; UPDATE_DOCS=1 cargo test manual writes it");
    }
}
