//! Where feeds usually are. Asked only when a page names none.

use url::Url;

/// Questions that are asked at most.
const MAX: usize = 8;

/// The usual places (`product.md` section 4), in the order in which they are asked.
const PLACES: [&str; 7] = ["/feed", "/rss", "/atom.xml", "/index.xml", "/feed.xml", "/rss.xml", "/feed.json"];

/// Programs and the place where they put their feed.
const PROGRAMS: [(&str, &str); 10] = [
    ("wordpress", "/feed/"),
    ("ghost", "/rss/"),
    ("hugo", "/index.xml"),
    ("jekyll", "/feed.xml"),
    ("blogger", "/feeds/posts/default"),
    ("drupal", "/rss.xml"),
    ("joomla", "/?format=feed&type=rss"),
    ("hexo", "/atom.xml"),
    ("discourse", "/latest.rss"),
    ("typepad", "/atom.xml"),
];

/// The addresses to try for a page at `url` made by `generator`, the likeliest first.
pub(super) fn addresses(url: &str, generator: &str) -> Vec<String> {
    let Ok(mut root) = Url::parse(url) else { return Vec::new() };
    root.set_query(None);
    root.set_fragment(None);
    let path = root.path().trim_end_matches('/').to_owned();
    let mut guesses = Vec::new();
    let mut guess = |place: &str| {
        if let Ok(url) = root.join(place)
            && !guesses.contains(&url.to_string())
        {
            guesses.push(url.to_string());
        }
    };
    let own = PROGRAMS.iter().find(|(name, _)| generator.contains(name));
    // A blog that lies in a folder has its feed there.
    if !path.is_empty() && path.matches('/').count() == 1 && !path.contains('.') {
        guess(&format!("{path}/feed"));
    }
    for place in own.map(|(_, place)| place).into_iter().chain(&PLACES) {
        guess(place);
    }
    guesses.truncate(MAX);
    guesses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_a_handful_and_the_likeliest_comes_first() {
        let guesses = addresses("https://example.org/?x#y", "");
        assert_eq!(guesses.first().map(String::as_str), Some("https://example.org/feed"));
        assert_eq!(guesses.len(), 7);
        let guesses = addresses("https://example.org/blog/", "hugo 0.1");
        assert_eq!(guesses[..2], ["https://example.org/blog/feed", "https://example.org/index.xml"]);
        assert!(guesses.len() <= MAX);
        assert!(addresses("nothing", "").is_empty());
    }
}
