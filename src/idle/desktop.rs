//! What the desktop knows about the user's absence.

use crate::time::Span;

#[cfg(target_os = "linux")]
use super::helper;

/// How long the user has been away by the desktop's account; `None` if there is none or it doesn't know.
#[cfg(target_os = "linux")]
pub(super) fn idle_for() -> Option<Span> {
    if !Session::of_this_process().may_be_asked() {
        return None;
    }
    helper::ask()
}

/// How long the user has been away by the desktop's account; `None` if it doesn't know.
#[cfg(not(target_os = "linux"))]
pub(super) fn idle_for() -> Option<Span> {
    measured()
}

/// What the library measures, in this very process.
#[cfg(any(not(target_os = "linux"), feature = "idle-dbus", feature = "idle-x11"))]
pub(super) fn measured() -> Option<Span> {
    let idle = user_idle::UserIdle::get_time().ok()?;
    u64::try_from(idle.as_milliseconds()).ok().map(Span::millis).and_then(meaning)
}

/// Built without any way to ask.
#[cfg(all(target_os = "linux", not(any(feature = "idle-dbus", feature = "idle-x11"))))]
pub(super) fn measured() -> Option<Span> {
    None
}

/// Over D-Bus it is how long the screen saver has been on. If it is off, that says nothing: the user may
/// have left a minute before it starts.
#[cfg(all(target_os = "linux", feature = "idle-dbus"))]
fn meaning(measured: Span) -> Option<Span> {
    (measured > Span::ZERO).then_some(measured)
}

#[cfg(any(not(target_os = "linux"), all(feature = "idle-x11", not(feature = "idle-dbus"))))]
fn meaning(measured: Span) -> Option<Span> {
    Some(measured)
}

#[cfg(target_os = "linux")]
type Lookup = Box<dyn Fn(&str) -> Option<String>>;

/// What the environment says about the session.
#[cfg(target_os = "linux")]
struct Session {
    variable: Lookup,
}

#[cfg(target_os = "linux")]
impl Session {
    fn of_this_process() -> Self {
        Self { variable: Box::new(|name| std::env::var(name).ok().filter(|value| !value.is_empty())) }
    }

    /// Over SSH the desktop is another person's or nobody's.
    fn may_be_asked(&self) -> bool {
        let remote = ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].iter().any(|name| self.has(name));
        !remote && self.has_source()
    }

    /// A bus that is there already: the D-Bus library would start one otherwise.
    #[cfg(feature = "idle-dbus")]
    fn has_source(&self) -> bool {
        let bus = |folder: String| std::path::Path::new(&folder).join("bus").exists();
        self.has("DBUS_SESSION_BUS_ADDRESS") || (self.variable)("XDG_RUNTIME_DIR").is_some_and(bus)
    }

    /// Under Wayland an X server sees only the input of its own clients.
    #[cfg(all(feature = "idle-x11", not(feature = "idle-dbus")))]
    fn has_source(&self) -> bool {
        let wayland = self.has("WAYLAND_DISPLAY")
            || (self.variable)("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland");
        self.has("DISPLAY") && !wayland
    }

    #[cfg(not(any(feature = "idle-dbus", feature = "idle-x11")))]
    #[allow(clippy::unused_self, reason = "with the features it looks at the environment")]
    fn has_source(&self) -> bool {
        false
    }

    fn has(&self, name: &str) -> bool {
        (self.variable)(name).is_some()
    }
}

#[cfg(all(test, target_os = "linux", feature = "idle-dbus"))]
mod tests {
    use super::*;

    fn check(variables: &'static [(&str, &str)], asked: bool) {
        let lookup = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        let session = Session { variable: Box::new(lookup) };
        assert_eq!(session.may_be_asked(), asked, "{variables:?}");
    }

    #[test]
    fn only_a_bus_that_is_there_is_asked() {
        check(&[], false);
        check(&[("DISPLAY", ":0")], false);
        check(&[("XDG_RUNTIME_DIR", "/nowhere")], false);
        check(&[("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus")], true);
    }

    #[test]
    fn over_ssh_the_desktop_is_not_the_users() {
        check(
            &[("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus"), ("SSH_CONNECTION", "1 2 3 4")],
            false,
        );
    }

    #[test]
    fn a_screen_saver_that_is_off_says_nothing() {
        assert_eq!(meaning(Span::ZERO), None);
        assert_eq!(meaning(Span::seconds(5)), Some(Span::seconds(5)));
    }
}
