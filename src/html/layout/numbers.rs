//! The number of each link, small and raised, behind its text: what the list of links and the link keys refer to.

use std::borrow::Cow;

use super::super::{Link, LinkKind};
use crate::text::Styled;

/// The text with the numbers of its links to pages. Pictures and media are named already.
pub(super) fn added<'a>(text: &'a Styled, links: &[Link]) -> Cow<'a, Styled> {
    let number = |run: &crate::text::Run| {
        let id = run.link?;
        let link = links.get(usize::from(id.0).checked_sub(1)?)?;
        (link.kind == LinkKind::Page && !run.range.is_empty()).then(|| (run.range.end, raised(id.0)))
    };
    let mut added: Vec<(usize, String)> = text.runs.iter().filter_map(number).collect();
    if added.is_empty() {
        return Cow::Borrowed(text);
    }
    added.sort();
    let mut whole =
        Styled { text: String::with_capacity(text.text.len() + 4 * added.len()), runs: text.runs.clone() };
    let mut at = 0;
    // Where each piece of the old text ends, and how far the new one is ahead there.
    let mut moved = Vec::with_capacity(added.len());
    for (end, number) in added {
        whole.text.push_str(&text.text[at..end]);
        whole.text.push_str(&number);
        at = end;
        moved.push((end, whole.text.len() - end));
    }
    whole.text.push_str(&text.text[at..]);
    // A number belongs to the run that ends there, not to the one that starts there.
    let ahead = |count: usize| count.checked_sub(1).map_or(0, |last| moved[last].1);
    for run in &mut whole.runs {
        run.range.start += ahead(moved.partition_point(|(end, _)| *end <= run.range.start));
        run.range.end += ahead(moved.partition_point(|(end, _)| *end <= run.range.end));
    }
    Cow::Owned(whole)
}

fn raised(number: u16) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    digits.bytes().filter_map(|digit| DIGITS.get(usize::from(digit.wrapping_sub(b'0')))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{LinkId, Run, Style};

    #[test]
    fn a_number_stands_at_the_end_of_its_link() {
        let link = |id, url: &str| Link { id: LinkId(id), url: url.to_owned(), kind: LinkKind::Page };
        let run = |range, id: u16| Run { range, style: Style::LINK, link: Some(LinkId(id)), isolate: None };
        let text = Styled { text: "one two three".to_owned(), runs: vec![run(0..3, 1), run(4..7, 12)] };
        let links: Vec<Link> = (1..=12).map(|id| link(id, "x")).collect();
        let whole = added(&text, &links);
        assert_eq!(whole.text, "one¹ two¹² three");
        assert_eq!(&whole.text[whole.runs[0].range.clone()], "one¹");
        assert_eq!(&whole.text[whole.runs[1].range.clone()], "two¹²");
    }

    #[test]
    fn pictures_get_no_number() {
        let links = [Link { id: LinkId(1), url: "x".to_owned(), kind: LinkKind::Image }];
        let run = Run { range: 0..1, style: Style::STAND_IN, link: Some(LinkId(1)), isolate: None };
        let text = Styled { text: "x".to_owned(), runs: vec![run] };
        assert_eq!(*added(&text, &links), text);
    }
}
