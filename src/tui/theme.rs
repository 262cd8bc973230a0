//! What the parts of the screen look like: colours and attributes by role, read from `assets/themes/`.

use std::collections::BTreeMap;
use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};

use crate::text;

/// Declares the roles, each with its name in a theme file.
macro_rules! roles {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A part of the screen that has a look of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Role {
            $($(#[$doc])* $variant,)*
        }

        impl Role {
            /// All roles.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in a theme file.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

roles! {
    /// The ground of everything.
    Text = "text",
    /// What matters less.
    Dim = "dim",
    /// Lines between panes and around dialogs.
    Rule = "rule",
    /// The head of a pane.
    Head = "head",
    /// The head of the pane that has the keys.
    HeadFocused = "head-focused",
    /// The selected row of the pane that has the keys.
    Selected = "selected",
    /// The selected row of another pane.
    SelectedElsewhere = "selected-elsewhere",
    /// Titles of unread items.
    Unread = "unread",
    /// The dot of an unread item, and unread counts.
    Count = "count",
    /// Stars.
    Star = "star",
    /// Names of folders.
    Folder = "folder",
    /// The status line.
    Status = "status",
    /// Keys that are named.
    Key = "key",
    /// What went well.
    Good = "good",
    /// What should be looked at.
    Warning = "warning",
    /// What failed.
    Bad = "bad",
    /// Text being typed.
    Input = "input",
    /// Headings in an article.
    Heading = "heading",
    /// Links.
    Link = "link",
    /// Code.
    Code = "code",
    /// Quoted text.
    Quote = "quote",
    /// What is named because it can't be shown.
    StandIn = "stand-in",
    /// Marked text and search hits.
    Marked = "marked",
}

/// A look for every role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    styles: Vec<Style>,
}

const FILES: &[(&str, &str)] = &[
    ("terminal", include_str!("../../assets/themes/terminal.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("contrast", include_str!("../../assets/themes/contrast.toml")),
    ("none", include_str!("../../assets/themes/none.toml")),
];

/// Whether colours may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// They may.
    Allowed,
    /// `NO_COLOR` is set (no-color.org): attributes only.
    Refused,
}

impl Theme {
    /// A theme that comes with the program. `None` if there is none of that name.
    #[must_use]
    pub fn named(name: &str, colours: Colours) -> Option<Self> {
        let (_, file) = FILES.iter().find(|(known, _)| *known == name)?;
        let file = match colours {
            Colours::Allowed => file,
            Colours::Refused => {
                FILES.iter().find(|(known, _)| *known == "none").map_or(file, |(_, none)| none)
            }
        };
        Some(Self::read(file))
    }

    /// Reads a theme file. A role that is missing or not understood looks like plain text.
    #[must_use]
    pub fn read(file: &str) -> Self {
        let table: BTreeMap<String, String> = toml::from_str(file).unwrap_or_default();
        let look = |role: &Role| table.get(role.name()).and_then(|words| style(words)).unwrap_or_default();
        Self { styles: Role::ALL.iter().map(look).collect() }
    }

    /// The look of a role.
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    /// The look of a piece of text in an article or a title.
    #[must_use]
    pub fn of_text(&self, style: text::Style) -> Style {
        let roles = [
            (text::Style::DIM, Role::Dim),
            (text::Style::QUOTE, Role::Quote),
            (text::Style::HEADING, Role::Heading),
            (text::Style::CODE, Role::Code),
            (text::Style::LINK, Role::Link),
            (text::Style::STAND_IN, Role::StandIn),
            (text::Style::MARKED, Role::Marked),
            (text::Style::HIT, Role::Marked),
            (text::Style::SELECTED, Role::Selected),
        ];
        let attributes = [
            (text::Style::EMPHASIS, Modifier::ITALIC),
            (text::Style::STRONG, Modifier::BOLD),
            (text::Style::STRUCK, Modifier::CROSSED_OUT),
            (text::Style::UNDERLINE, Modifier::UNDERLINED),
        ];
        let mut look = Style::new();
        for (_, role) in roles.into_iter().filter(|(part, _)| style.contains(*part)) {
            look = look.patch(self.style(role));
        }
        for (_, attribute) in attributes.into_iter().filter(|(part, _)| style.contains(*part)) {
            look = look.add_modifier(attribute);
        }
        look
    }
}

/// Reads a look: attributes, a colour, `on` and a colour, for instance `bold white on #203040`.
fn style(words: &str) -> Option<Style> {
    let mut style = Style::new();
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        style = match word {
            "bold" => style.add_modifier(Modifier::BOLD),
            "dim" => style.add_modifier(Modifier::DIM),
            "italic" => style.add_modifier(Modifier::ITALIC),
            "underline" => style.add_modifier(Modifier::UNDERLINED),
            "reverse" => style.add_modifier(Modifier::REVERSED),
            "strike" => style.add_modifier(Modifier::CROSSED_OUT),
            "on" => style.bg(Color::from_str(words.next()?).ok()?),
            colour => style.fg(Color::from_str(colour).ok()?),
        };
    }
    Some(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_gives_every_role_a_look_and_no_other() {
        for (name, file) in FILES {
            let table: BTreeMap<String, String> = toml::from_str(file).expect("a theme is TOML");
            let named: Vec<&str> = table.keys().map(String::as_str).collect();
            for role in Role::ALL {
                let words = table.get(role.name());
                assert!(
                    words.is_some_and(|words| style(words).is_some()),
                    "{name}: {} {words:?}",
                    role.name()
                );
            }
            assert_eq!(named.len(), Role::ALL.len(), "{name} has other roles too: {named:?}");
        }
    }

    #[test]
    fn no_color_leaves_attributes_alone() {
        let theme = Theme::named("dark", Colours::Refused).expect("a theme");
        let colours = |role: &Role| (theme.style(*role).fg, theme.style(*role).bg);
        assert!(Role::ALL.iter().all(|role| colours(role) == (None, None)));
        assert!(theme.style(Role::Selected).add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn a_selected_row_differs_from_all_others_in_every_theme() {
        for (name, file) in FILES {
            let theme = Theme::read(file);
            assert_ne!(theme.style(Role::Selected), theme.style(Role::Text), "{name}");
            assert_ne!(theme.style(Role::Selected), theme.style(Role::SelectedElsewhere), "{name}");
        }
    }
}
