//! Rules as text that is read back as the same.

use std::fmt::{self, Display, Formatter};

use super::{Action, Rule, Scope};
use crate::expr::print::quoted;

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.scope {
            Scope::All => {}
            Scope::Feed(name) => write!(f, "on feed {} ", quoted(name))?,
            Scope::Folder(name) => write!(f, "on folder {} ", quoted(name))?,
        }
        f.write_str("when ")?;
        if self.when != super::Expr::All {
            write!(f, "{} ", self.when)?;
        }
        f.write_str("do ")?;
        for (at, action) in self.actions.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            action.fmt(f)?;
        }
        Ok(())
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hide => f.write_str("hide"),
            Self::Drop => f.write_str("drop"),
            Self::Read => f.write_str("read"),
            Self::Star => f.write_str("star"),
            Self::Label(name) => write!(f, "label {}", quoted(name)),
            Self::Score(points) => write!(f, "score {points:+}"),
            Self::Notify => f.write_str("notify"),
            Self::OpenWith(name) => write!(f, "open-with {}", quoted(name)),
            Self::Stop => f.write_str("stop"),
        }
    }
}
