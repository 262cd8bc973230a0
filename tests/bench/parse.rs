//! How fast documents are understood: our whole reading (decoding, repair, feed-rs, side table, identity) beside
//! feed-rs alone, in the same run on the same documents; and whether the time grows with the document only.
//!
//! `cargo bench --bench parse`. Fails below half of feed-rs's speed, or where the cost of a byte grows with the
//! document much more than it does for feed-rs. With `HUDHUD_SHARED` the generator of the measuring
//! kit gives a mix of real sizes as
//! well (it needs python3).

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use hudhud::feed::{Hints, parse};
use hudhud::time::Timestamp;

/// Our share of feed-rs's speed that is wanted.
const WANTED: f64 = 0.5;
/// By how much more than for feed-rs alone the time for a byte may grow from the smallest to the largest document. It
/// grows for both: the largest leaves the caches behind.
const GROWTH: f64 = 1.5;

fn main() {
    println!(
        "{:<22} {:>7} {:>9} {:>12} {:>12} {:>7}",
        "documents", "items", "KiB", "feed-rs MB/s", "ours MB/s", "share"
    );
    let mut fine = true;
    for format in [rss as fn(usize) -> String, atom] {
        let mut speeds = Vec::new();
        for items in [10, 100, 1_000, 8_000] {
            let document = format(items);
            let name = if document.contains("<rss") { "RSS" } else { "Atom" };
            let (alone, ours) = measure(std::slice::from_ref(&document));
            fine &= row(name, items, document.len(), alone, ours);
            speeds.push((speed(document.len(), alone), speed(document.len(), ours)));
        }
        let ((small_alone, small), (large_alone, large)) = (speeds[0], speeds[speeds.len() - 1]);
        let (alone, growth) = (small_alone / large_alone, small / large);
        println!(
            "{:<22} a byte of the largest costs {growth:.2} times one of the smallest, {alone:.2} with feed-rs",
            ""
        );
        fine &= growth < GROWTH * alone.max(1.0);
    }
    if let Some(documents) = generated() {
        let size = documents.iter().map(String::len).sum();
        let (alone, ours) = measure(&documents);
        fine &= row("measuring kit, mixed", documents.len() * 50, size, alone, ours);
    }
    assert!(fine, "slower than half of feed-rs alone, or not linear");
    println!("at least half of feed-rs alone, and linear");
}

fn row(name: &str, items: usize, size: usize, alone: Duration, ours: Duration) -> bool {
    let share = alone.as_secs_f64() / ours.as_secs_f64();
    let (alone, ours) = (speed(size, alone), speed(size, ours));
    println!("{name:<22} {items:>7} {:>9} {alone:>12.1} {ours:>12.1} {share:>7.2}", size / 1024);
    share >= WANTED
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
fn speed(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.as_secs_f64()
}

/// The best of several turns each, taken in turns so that a busy machine slows both.
fn measure(documents: &[String]) -> (Duration, Duration) {
    let hints = Hints { now: Timestamp::from_seconds(1_780_000_000), ..Hints::default() };
    let alone = || {
        for document in documents {
            let parser = feed_rs::parser::Builder::new().sanitize_content(false).build();
            std::hint::black_box(parser.parse(document.as_bytes()).is_ok());
        }
    };
    let ours = || {
        for document in documents {
            std::hint::black_box(parse(document.as_bytes(), &hints).is_ok());
        }
    };
    let size: usize = documents.iter().map(String::len).sum();
    let turns = (40_000_000 / size.max(1)).clamp(5, 400);
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..turns {
        best.0 = best.0.min(timed(alone));
        best.1 = best.1.min(timed(ours));
    }
    best
}

fn timed(work: impl Fn()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// A text of some three kilobytes with the markup that items have.
fn text(at: usize) -> String {
    let mut text = String::new();
    for paragraph in 0..8 {
        let _ = write!(
            text,
            "<p>Item {at}, part {paragraph}: the hoopoe <b>carried</b> the news &amp; came back. \
             <a href=\"https://example.org/{at}/{paragraph}\">هدهد</a> {}</p>",
            "and the days went by over hill and valley ".repeat(5)
        );
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn rss(items: usize) -> String {
    let mut document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>Nest</title><link>https://example.org/</link><description>News</description><language>fa</language>\n".to_owned();
    for at in 0..items {
        let _ = writeln!(
            document,
            "<item><title>Title &amp; number {at}</title><link>https://example.org/{at}</link><guid isPermaLink=\"false\">{at}</guid><pubDate>Mon, 02 Mar 2026 09:30:00 GMT</pubDate><dc:creator>A. Writer</dc:creator><category>news</category><description>A short form.</description><content:encoded><![CDATA[{}]]></content:encoded></item>",
            text(at)
        );
    }
    document + "</channel></rss>\n"
}

fn atom(items: usize) -> String {
    let mut document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"ar\"><title>Nest</title><id>urn:nest</id><updated>2026-03-02T09:30:00Z</updated><link href=\"https://example.org/\"/>\n".to_owned();
    for at in 0..items {
        let _ = writeln!(
            document,
            "<entry><title>Title &amp; number {at}</title><link href=\"https://example.org/{at}\"/><id>urn:nest:{at}</id><updated>2026-03-02T09:30:00Z</updated><author><name>A. Writer</name></author><category term=\"news\"/><summary>A short form.</summary><content type=\"html\">{}</content></entry>",
            escaped(&text(at))
        );
    }
    document + "</feed>\n"
}

/// Forty feeds of fifty items from the measuring kit, without its JSON Feeds.
fn generated() -> Option<Vec<String>> {
    let Some(shared) = std::env::var_os("HUDHUD_SHARED") else {
        println!("skipped: the measuring kit, since HUDHUD_SHARED is not set");
        return None;
    };
    let script = Path::new(&shared).join("bench/genfeeds.py");
    let folder = tempfile::tempdir().ok()?;
    let made = Command::new("python3")
        .arg(script)
        .arg(folder.path())
        .args(["--feeds", "40", "--items", "50", "--formats", "rss,atom,rdf"])
        .output();
    if !made.as_ref().is_ok_and(|made| made.status.success()) {
        println!("skipped: the measuring kit, since its generator did not run");
        return None;
    }
    let files = std::fs::read_dir(folder.path().join("feeds")).ok()?;
    let documents: Vec<String> =
        files.filter_map(|file| std::fs::read_to_string(file.ok()?.path()).ok()).collect();
    (!documents.is_empty()).then_some(documents)
}
