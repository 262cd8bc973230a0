//! The list of links at the end of a text: where each numbered link leads, for those who can't follow it from here.

use super::super::{Link, LinkKind, Measure};
use crate::model::Direction;
use crate::text::{self, Line, Options, Run, Style, Styled};

/// The lines, an empty one before them; nothing if no link of the text has a number.
pub(super) fn lines(links: &[Link], measure: &Measure) -> Vec<Line> {
    let pages: Vec<&Link> = links.iter().filter(|link| link.kind == LinkKind::Page).collect();
    if pages.is_empty() {
        return Vec::new();
    }
    let digits = pages.last().map_or(1, |link| link.id.0.to_string().len());
    // Addresses run from left to right whatever the text does.
    let options = Options { base: Direction::Ltr, width: measure.width, shaping: measure.shaping };
    let line = |link: &&Link| text::single_middle(&entry(link, digits), &options);
    std::iter::once(Line::default()).chain(pages.iter().map(line)).collect()
}

fn entry(link: &Link, digits: usize) -> Styled {
    let text = format!("{:>digits$}  {}", link.id.0, link.url);
    let start = text.len() - link.url.len();
    let run = |range, style, link| Run { range, style, link, isolate: None };
    let runs = vec![run(0..start, Style::DIM, None), run(start..text.len(), Style::DIM, Some(link.id))];
    Styled { text, runs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{LinkId, Shaping};

    fn shown(links: &[(u16, LinkKind, &str)], width: usize) -> Vec<String> {
        let link = |(id, kind, url): &(u16, LinkKind, &str)| Link {
            id: LinkId(*id),
            url: (*url).to_owned(),
            kind: *kind,
        };
        let links: Vec<Link> = links.iter().map(link).collect();
        let measure = Measure { width, shaping: Shaping::On };
        lines(&links, &measure).iter().map(Line::visual).collect()
    }

    #[test]
    fn numbered_links_are_listed_with_their_addresses() {
        let links = [
            (1, LinkKind::Page, "https://a.example/"),
            (2, LinkKind::Image, "https://b.example/i.png"),
            (10, LinkKind::Page, "https://c.example/"),
        ];
        assert_eq!(shown(&links, 40), ["", " 1  https://a.example/", "10  https://c.example/"]);
    }

    #[test]
    fn a_text_without_links_ends_as_it_is() {
        assert!(shown(&[(1, LinkKind::Image, "https://b.example/i.png")], 40).is_empty());
    }

    #[test]
    fn a_long_address_keeps_its_host_and_its_end() {
        let lines = shown(&[(1, LinkKind::Page, "https://a.example/a/long/way/to/the/page.html")], 30);
        assert!(lines[1].starts_with("1  https://") && lines[1].ends_with("page.html"), "{lines:?}");
    }
}
