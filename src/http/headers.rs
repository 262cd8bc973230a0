//! Header fields as they came.

/// Header fields as received, names in any case, values byte for byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(pub Vec<(String, Vec<u8>)>);

impl Headers {
    /// The first value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.values(name).next()
    }

    /// The first value of a field as text, bad bytes replaced.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(|value| String::from_utf8_lossy(value).into_owned())
    }

    /// All values of a field as text.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<String> {
        self.values(name).map(|value| String::from_utf8_lossy(value).into_owned()).collect()
    }

    /// The members of a comma-separated field, trimmed, in order, over all its lines.
    ///
    /// Several lines are one list (RFC 9110 section 5.3). Empty members are left out (section 5.6.1.2). Not
    /// for fields whose members hold commas in quotes.
    pub(crate) fn list(&self, name: &str) -> Vec<String> {
        let lines = self.all(name);
        let members = lines.iter().flat_map(|line| line.split(','));
        members.map(str::trim).filter(|member| !member.is_empty()).map(str::to_owned).collect()
    }

    fn values<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        self.0
            .iter()
            .filter(move |(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_slice())
    }
}

/// Makes header fields from literals.
#[cfg(test)]
pub(crate) fn fields(list: &[(&str, &str)]) -> Headers {
    Headers(list.iter().map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case_and_bytes_kept() {
        let headers = Headers(vec![("eTaG".into(), vec![b'"', 0xe9, b'"']), ("X".into(), Vec::new())]);
        assert_eq!(headers.get("ETag"), Some(&[b'"', 0xe9, b'"'][..]));
        assert_eq!(headers.text("etag").as_deref(), Some("\"\u{fffd}\""));
        assert_eq!(headers.get("missing"), None);
    }

    #[test]
    fn several_lines_are_one_list() {
        let headers = fields(&[("Cache-Control", "a, ,b=1"), ("x", "y"), ("cache-control", " c")]);
        assert_eq!(headers.list("Cache-Control"), ["a", "b=1", "c"]);
        assert_eq!(headers.all("cache-control").len(), 2);
    }
}
