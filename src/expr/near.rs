//! The name that was probably meant.

/// Names longer than this are not compared: nobody mistypes that much.
const LONGEST: usize = 32;

/// The candidate nearest to what was written, if at least two letters in three are right. Letter case makes no difference.
#[must_use]
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = lower(written);
    if letters.is_empty() || letters.len() > LONGEST {
        return None;
    }
    let near = |candidate: &'a str| {
        let other = lower(candidate);
        let far = distance(&letters, &other);
        (far <= letters.len().max(other.len()) / 3).then_some((far, candidate))
    };
    candidates.into_iter().filter_map(near).min_by_key(|(far, _)| *far).map(|(_, candidate)| candidate)
}

fn lower(name: &str) -> Vec<char> {
    name.chars().take(LONGEST + 1).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Letters to insert, remove, replace, or exchange with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let first = |i: usize| (0..=b.len()).map(|j| i.max(j)).collect::<Vec<usize>>();
    let mut rows: Vec<Vec<usize>> = (0..=a.len()).map(first).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut fewest = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                fewest = fewest.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = fewest;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, expected: Option<&str>) {
        assert_eq!(nearest(written, ["title", "text", "author", "read"]), expected, "{written:?}");
    }

    #[test]
    fn slips_are_seen_through() {
        check("titel", Some("title"));
        check("Autor", Some("author"));
        check("raed", Some("read"));
    }

    #[test]
    fn other_words_are_near_nothing() {
        check("http", None);
        check("rust", None);
        check("", None);
        check(&"x".repeat(10_000), None);
    }
}
