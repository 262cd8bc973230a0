//! The real program in a real pseudo-terminal, against a real server on 127.0.0.1.

mod adaptors;
mod direction;
mod main_job;
mod terminal;

use std::fmt::Write as _;

use super::support::{pty, reply, server};

/// An RSS document with a language and items; each item is a title and a number that is its guid.
fn rss(title: &str, language: &str, items: &[(u32, &str)]) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\"><channel><title>{title}</title>\
         <link>http://example.org/</link><description/><language>{language}</language>"
    );
    for (number, title) in items {
        let _ = write!(
            text,
            "<item><title>{title}</title><link>http://example.org/{number}</link><guid>tag:{number}</guid>\
             <pubDate>Tue, {:02} Jan 2024 10:00:00 GMT</pubDate>\
             <description>&lt;p&gt;Text of {title}.&lt;/p&gt;</description></item>",
            number % 28 + 1
        );
    }
    text + "</channel></rss>"
}
