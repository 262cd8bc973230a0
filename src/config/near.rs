//! The name that was probably meant.

/// Names longer than this are not compared: nobody mistypes that much.
const LONGEST: usize = 64;

/// The candidate nearest to what was written, if it is near: about one letter in three wrong, missing, doubled or
/// exchanged with its neighbour. Letter case, `-` and `_` make no difference.
#[must_use]
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = plain(written);
    if letters.len() > LONGEST {
        return None;
    }
    let near = |candidate: &'a str| {
        let other = plain(candidate);
        let far = distance(&letters, &other);
        (far <= letters.len().max(other.len()).div_ceil(3)).then_some((far, candidate))
    };
    candidates.into_iter().filter_map(near).min_by_key(|(far, _)| *far).map(|(_, candidate)| candidate)
}

fn plain(name: &str) -> Vec<char> {
    name.chars()
        .take(LONGEST + 1)
        .map(|letter| if letter == '-' { '_' } else { letter.to_ascii_lowercase() })
        .collect()
}

/// Letters to insert, remove, replace or exchange with their neighbour to make one of the other (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut two_above: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut fewest = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                fewest = fewest.min(two_above[j - 1] + 1);
            }
            row.push(fewest);
        }
        two_above = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, expected: Option<&str>) {
        assert_eq!(nearest(written, ["interval", "idle.after", "floor", "mouse"]), expected, "{written:?}");
    }

    #[test]
    fn slips_are_seen_through() {
        check("intervall", Some("interval"));
        check("intreval", Some("interval"));
        check("Interval", Some("interval"));
        check("flor", Some("floor"));
        check("idle_after", Some("idle.after"));
    }

    #[test]
    fn other_words_are_near_nothing() {
        check("password", None);
        check("", None);
        check(&"x".repeat(100_000), None);
    }

    #[test]
    fn distances_are_counted_in_letters() {
        let of = |a: &str, b: &str| distance(&plain(a), &plain(b));
        assert_eq!(of("", "abc"), 3);
        assert_eq!(of("abcd", "acbd"), 1);
        assert_eq!(of("kitten", "sitting"), 3);
        assert_eq!(of("ab", "ab"), 0);
    }
}
