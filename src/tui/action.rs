//! The one table of actions: keymap, help, the check of the configuration and `docs/keys.md` come from it.

use crate::strings::Text;

/// Declares the actions, each with its name in the configuration, its words and the group it is listed in.
macro_rules! actions {
    ($($variant:ident = $name:literal, $words:ident, $group:ident;)*) => {
        /// Something that the user can ask the screen to do with a key.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Action {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Action {
            /// All actions, in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in `assets/keymap.toml` and in the configuration's `keys`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// What it does.
            #[must_use]
            pub const fn words(self) -> Text {
                match self {
                    $(Self::$variant => Text::$words,)*
                }
            }

            /// Where it is listed.
            #[must_use]
            pub const fn group(self) -> Group {
                match self {
                    $(Self::$variant => Group::$group,)*
                }
            }
        }
    };
}

actions! {
    Down = "down", ActDown, Move;
    Up = "up", ActUp, Move;
    First = "first", ActFirst, Move;
    Last = "last", ActLast, Move;
    PageDown = "page-down", ActPageDown, Move;
    PageUp = "page-up", ActPageUp, Move;
    Open = "open", ActOpen, Move;
    Back = "back", ActBack, Move;
    Left = "left", ActLeft, Move;
    Right = "right", ActRight, Move;
    NextPane = "next-pane", ActNextPane, Move;
    PreviousPane = "previous-pane", ActPreviousPane, Move;
    ReadOn = "read-on", ActReadOn, Read;
    NextUnread = "next-unread", ActNextUnread, Read;
    PreviousUnread = "previous-unread", ActPreviousUnread, Read;
    NextFeed = "next-feed", ActNextFeed, Read;
    PreviousFeed = "previous-feed", ActPreviousFeed, Read;
    JumpBack = "jump-back", ActJumpBack, Read;
    JumpForward = "jump-forward", ActJumpForward, Read;
    ToggleRead = "toggle-read", ActToggleRead, Read;
    MarkAllRead = "mark-all-read", ActMarkAllRead, Read;
    MarkAbove = "mark-above", ActMarkAbove, Read;
    MarkBelow = "mark-below", ActMarkBelow, Read;
    MarkOlder = "mark-older", ActMarkOlder, Read;
    MarkFolder = "mark-folder", ActMarkFolder, Read;
    ToggleStar = "toggle-star", ActToggleStar, Read;
    OpenInBrowser = "open-in-browser", ActOpenInBrowser, Read;
    Links = "links", ActLinks, Read;
    LinksMany = "links-many", ActLinksMany, Read;
    CopyLink = "copy-link", ActCopyLink, Read;
    CopyTitle = "copy-title", ActCopyTitle, Read;
    UnreadOnly = "unread-only", ActUnreadOnly, Read;
    Search = "search", ActSearch, Read;
    NextHit = "next-hit", ActNextHit, Read;
    PreviousHit = "previous-hit", ActPreviousHit, Read;
    Zoom = "zoom", ActZoom, Read;
    Refresh = "refresh", ActRefresh, Feeds;
    RefreshAll = "refresh-all", ActRefreshAll, Feeds;
    Subscribe = "subscribe", ActSubscribe, Feeds;
    Unsubscribe = "unsubscribe", ActUnsubscribe, Feeds;
    Properties = "properties", ActProperties, Feeds;
    Health = "health", ActHealth, Feeds;
    TurnDirection = "turn-direction", ActTurnDirection, Feeds;
    ImportSample = "import-sample", ActImportSample, Feeds;
    Background = "background", ActBackground, Feeds;
    ContextMenu = "context-menu", ActContextMenu, Program;
    Finder = "finder", ActFinder, Program;
    CommandLine = "command-line", ActCommandLine, Program;
    BidiTest = "bidi-test", ActBidiTest, Program;
    Undo = "undo", ActUndo, Program;
    Redo = "redo", ActRedo, Program;
    Cancel = "cancel", ActCancel, Program;
    Help = "help", ActHelp, Program;
    Redraw = "redraw", ActRedraw, Program;
    Suspend = "suspend", ActSuspend, Program;
    Quit = "quit", ActQuit, Program;
}

/// A heading in the list of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Moving about.
    Move,
    /// Reading items.
    Read,
    /// Feeds and their settings.
    Feeds,
    /// The program itself.
    Program,
}

impl Group {
    /// All groups, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Move, Self::Read, Self::Feeds, Self::Program];

    /// The heading.
    #[must_use]
    pub const fn words(self) -> Text {
        match self {
            Self::Move => Text::GroupMove,
            Self::Read => Text::GroupRead,
            Self::Feeds => Text::GroupFeeds,
            Self::Program => Text::GroupProgram,
        }
    }
}

impl Action {
    /// The action of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.name() == name)
    }

    /// The actions of a group, in order.
    pub fn of(group: Group) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |action| action.group() == group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back() {
        for action in Action::ALL {
            assert_eq!(Action::from_name(action.name()), Some(*action));
        }
    }

    #[test]
    fn every_action_is_listed_once() {
        let listed: usize = Group::ALL.into_iter().map(|group| Action::of(group).count()).sum();
        assert_eq!(listed, Action::ALL.len());
    }
}
