//! How a command ends.

/// The exit status of the program (`product.md` section 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exit {
    /// 0: done.
    #[default]
    Done,
    /// 1: failed.
    Failed,
    /// 2: wrong use.
    Wrong,
    /// 3: failed for some of what was asked.
    Partly,
}

/// Why a command ends before its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// It failed; what happened, with what, what to do.
    #[error("{0}")]
    Failed(String),
    /// It was used in a wrong way; what, with what, what to do.
    #[error("{0}")]
    Wrong(String),
    /// Whoever reads the output went away, which is no error.
    #[error("the output was closed")]
    Closed,
}

impl Exit {
    /// The number that the system is told.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Wrong => 2,
            Self::Partly => 3,
        }
    }

    /// The status with this number; any other is a failure.
    #[must_use]
    pub const fn from_code(code: u8) -> Self {
        match code {
            0 => Self::Done,
            2 => Self::Wrong,
            3 => Self::Partly,
            _ => Self::Failed,
        }
    }

    /// How a command ends of whose `total` parts so many `failed`.
    #[must_use]
    pub const fn of_parts(failed: usize, total: usize) -> Self {
        match failed {
            0 => Self::Done,
            _ if failed < total => Self::Partly,
            _ => Self::Failed,
        }
    }
}

impl Stop {
    /// A failure with this sentence.
    #[must_use]
    pub fn failed(sentence: impl Into<String>) -> Self {
        Self::Failed(sentence.into())
    }

    /// The status that belongs to it.
    #[must_use]
    pub const fn exit(&self) -> Exit {
        match self {
            Self::Failed(_) => Exit::Failed,
            Self::Wrong(_) => Exit::Wrong,
            Self::Closed => Exit::Done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_survives_its_number() {
        for exit in [Exit::Done, Exit::Failed, Exit::Wrong, Exit::Partly] {
            assert_eq!(Exit::from_code(exit.code()), exit);
        }
    }

    #[test]
    fn partly_is_neither_none_nor_all() {
        assert_eq!(Exit::of_parts(0, 0), Exit::Done);
        assert_eq!(Exit::of_parts(1, 2), Exit::Partly);
        assert_eq!(Exit::of_parts(2, 2), Exit::Failed);
    }
}
