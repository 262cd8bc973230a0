//! The real binary: each command, each wrong use, alone and beside a running reader.

mod alone;
mod guests;
mod keys;
mod library;
mod settings;
mod wrong_use;

use std::fmt::Write;

use super::support::cli::Cli;
use super::support::reply::Reply;
use super::support::server::Server;

/// An RSS document with items of these numbers; the number decides guid, title and date.
fn rss(title: &str, language: &str, numbers: &[u32]) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><rss version=\"2.0\"><channel><title>{title}</title>\
         <link>http://example.org/</link><description/><language>{language}</language><ttl>180</ttl>"
    );
    for number in numbers {
        let _ = write!(
            text,
            "<item><title>Item {number}</title><link>http://example.org/{number}</link><guid>tag:{number}</guid>\
             <author>me@example.org (Me)</author><pubDate>{:02} Jan 2024 10:00:00 GMT</pubDate>\
             <description>&lt;p&gt;Text number {number}.&lt;/p&gt;</description></item>",
            number % 28 + 1
        );
    }
    text + "</channel></rss>"
}

/// A page that offers the feeds `/all.xml` and `/weather.xml`.
const PAGE: &str = "<html><head><title>A site</title>\
    <link rel=\"alternate\" type=\"application/rss+xml\" title=\"All news\" href=\"/all.xml\">\
    <link rel=\"alternate\" type=\"application/rss+xml\" title=\"Only weather\" href=\"/weather.xml\">\
    </head><body><p>Welcome.</p></body></html>";

/// A server with a page and two feeds: `All news` with items 1 to 3, `Only weather` with items 1 and 2.
fn site() -> Server {
    let server = Server::start();
    server.on("/", Reply::html(PAGE));
    server.on("/all.xml", Reply::rss(rss("All news", "en", &[3, 2, 1])).etag("\"three\""));
    server.on("/weather.xml", Reply::rss(rss("Only weather", "he", &[2, 1])).etag("\"two\""));
    server
}
