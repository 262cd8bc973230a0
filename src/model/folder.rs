//! Folders, which may lie in one another.

use std::fmt;

/// The names of the folders that lead to a feed, from the outermost to the innermost.
///
/// Never empty, and no name in it is empty: a feed without a folder has no path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FolderPath(Vec<String>);

impl FolderPath {
    /// A path of these names, trimmed; `None` if none is left.
    #[must_use]
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Option<Self> {
        let names: Vec<String> = names
            .into_iter()
            .map(|name| name.as_ref().trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        (!names.is_empty()).then_some(Self(names))
    }

    /// Reads `News/World`: names between slashes, a slash in a name written `\/`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut names = vec![String::new()];
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let end = names.len() - 1;
            match letter {
                '/' => names.push(String::new()),
                '\\' => names[end].extend(letters.next()),
                _ => names[end].push(letter),
            }
        }
        Self::new(names)
    }

    /// The names, outermost first.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// How deep it lies: 1 for a folder at the top.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// Whether `self` is `other` or lies in it.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }
}

impl fmt::Display for FolderPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, name) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("/")?;
            }
            f.write_str(&name.replace('\\', "\\\\").replace('/', "\\/"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_its_text_form() {
        for text in ["News", "News/World", r"AC\/DC/Live", r"back\\slash"] {
            assert_eq!(FolderPath::parse(text).map(|path| path.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn empty_names_are_no_folders() {
        assert_eq!(FolderPath::parse(" / "), None);
        assert_eq!(FolderPath::parse("/News//World/"), FolderPath::new(["News", "World"]));
    }

    #[test]
    fn a_folder_holds_itself_and_what_is_below() {
        let (outer, inner) = (FolderPath::new(["a"]), FolderPath::new(["a", "b"]));
        let (outer, inner) = (outer.expect("a name"), inner.expect("names"));
        assert!(inner.is_within(&outer) && outer.is_within(&outer) && !outer.is_within(&inner));
    }
}
