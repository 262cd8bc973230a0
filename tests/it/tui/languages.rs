//! The whole screen with feeds in eight right-to-left languages, and in each language of the interface.

use super::pictures::{SIZES, found};
use super::script::{Screen, Store, feed, item, library};
use hudhud::config::{Config, UiDirection, UiLanguage};
use hudhud::model::Direction;
use hudhud::time::Span;

const LANGUAGES: [(UiLanguage, &str); 4] = [
    (UiLanguage::Arabic, "ar"),
    (UiLanguage::Persian, "fa"),
    (UiLanguage::Hebrew, "he"),
    (UiLanguage::Urdu, "ur"),
];

/// Feeds and titles: Arabic, Hebrew, Persian, Urdu, Yiddish, Pashto, Syriac, Divehi, and English among them.
const WORLD: [(&str, &[&str]); 9] = [
    (
        "أخبار الفلك",
        &[
            "اكتشاف كوكب جديد (2026)",
            "https://example.org/a/very/long/path/to/some/page/that/does/not/fit?q=1",
        ],
    ),
    ("מבזקי חדשות", &["iPhone 15 הגיע לישראל: 3,999 ₪", "שָׁלוֹם עוֹלָם [מבחן] 50%"]),
    ("خبرگزاری هدهد", &["می‌خواهم کتاب‌ها را بخوانم", "قیمت‌ها ۱۲٫۵٪ بالا رفت (گزارش)"]),
    ("اردو خبریں", &["پاکستان میں نئی ریلوے لائن", "C++ اور Rust کا موازنہ"]),
    ("ייִדישע נײַעס", &["די ייִדישע שפּראַך לעבט", "ניו־יאָרק: אַ נײַ בוך"]),
    ("پښتو خبرونه", &["د افغانستان خبرونه څېړل کېږي", "ښار او ګرځندوی"]),
    ("ܛܒ̈ܐ ܣܘܪ̈ܝܝܐ", &["ܫܠܡܐ ܥܠܡܐ", "ܠܫܢܐ ܣܘܪܝܝܐ (2026)"]),
    ("ދިވެހި ޚަބަރު", &["މާލޭގައި އާ ބަޔަކު", "ޚަބަރުތައް: 2026"]),
    ("Planet Rust", &["Why لا is two cells wide, sometimes", "Release 2.0 (final)"]),
];

fn world() -> Store {
    let mut store = Store { consent: Some(true), ..Store::default() };
    for ((title, titles), id) in WORLD.iter().zip(1_u32..) {
        let direction = if *title == "Planet Rust" { Direction::Ltr } else { Direction::Rtl };
        let row = feed(id, title, direction, "");
        for (title, number) in titles.iter().zip(0_u64..) {
            let age = Span::hours(u64::from(id) * 3 + number * 200);
            store.items.push(item(&row, u64::from(id) * 10 + number, title, age));
        }
        store.feeds.push(row);
    }
    store
}

fn snapshot(name: &str, size: (u16, u16), screen: &Screen) {
    let name = format!("{name}_{}x{}", size.0, size.1);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, screen.picture());
    });
}

fn each(name: &str, store: impl Fn() -> Store, prepare: impl Fn(&mut Screen)) {
    for size in SIZES {
        for ui in [Direction::Ltr, Direction::Rtl] {
            let mut screen = Screen::open(store(), size, ui);
            prepare(&mut screen);
            snapshot(&format!("{name}_{}", ui.word()), size, &screen);
        }
    }
}

#[test]
fn feeds_in_eight_languages() {
    each("world_feeds", world, |_| {});
}

#[test]
fn items_in_eight_languages() {
    each("world_items", world, |screen| {
        screen.press("l j");
    });
}

/// Everything that a block can do with its direction.
const PAGE: &str = "<h2>عنوان فرعي (ثانٍ)</h2><p>فقرة فيها <b>غامق</b> و<a href=\"https://example.org/\">رابط طويل</a> \
    وعنوان https://example.org/a/very/long/path/to/some/page/that/does/not/fit/anywhere?query=1&amp;more=2 ثم نص.</p>\
    <ul><li>أول</li><li>ثانٍ: 3.5%</li></ul><ol><li>واحد</li><li dir=ltr>two (left)</li></ol>\
    <blockquote>اقتباس طويل بما يكفي لكي يلتف على أكثر من سطر واحد في أي جزء من الشاشة.</blockquote>\
    <table><tr><th>البلد</th><th>السكان</th></tr><tr><td>مصر</td><td>104,000,000</td></tr>\
    <tr><td>Yemen</td><td>33,000,000</td></tr></table><pre>fn main() { /* تعليق */ }</pre>";

#[test]
fn an_article_with_lists_quotes_tables_code_and_long_addresses() {
    let store = || Store { html: Some(PAGE), ..world() };
    each("world_article", store, |screen| {
        screen.press("l enter");
    });
    each("world_article_end", store, |screen| {
        screen.press("l enter G");
    });
}

fn spoken(store: Store, size: (u16, u16), language: UiLanguage) -> Screen {
    Screen::configured(store, size, Config { ui_language: language, ..Config::default() })
}

#[test]
fn the_screen_in_each_language() {
    for (language, name) in LANGUAGES {
        for size in SIZES {
            let mut screen = spoken(library(), size, language);
            snapshot(&format!("ui_{name}_feeds"), size, &screen);
            screen.press("left j");
            snapshot(&format!("ui_{name}_items"), size, &screen);
        }
    }
}

#[test]
fn dialogs_and_keys_in_each_language() {
    for (language, name) in LANGUAGES {
        let size = (80, 24);
        let mut screen = spoken(library(), size, language);
        screen.press("?");
        snapshot(&format!("ui_{name}_help"), size, &screen);
        let mut screen = spoken(library(), size, language);
        screen.press("a").type_text("example.org").press("enter");
        found(&mut screen);
        snapshot(&format!("ui_{name}_subscribe"), size, &screen);
        let mut screen = spoken(Store { consent: None, ..library() }, size, language);
        screen.press("B");
        snapshot(&format!("ui_{name}_consent"), size, &screen);
        let mut screen = spoken(Store::default(), size, language);
        screen.press("j");
        snapshot(&format!("ui_{name}_welcome"), size, &screen);
        let mut screen = spoken(library(), size, language);
        screen.press("left x");
        snapshot(&format!("ui_{name}_menu"), size, &screen);
        let mut screen = spoken(library(), size, language);
        screen.press(":").type_text("bidi").press("enter");
        snapshot(&format!("ui_{name}_bidi"), size, &screen);
    }
}

#[test]
fn a_mirrored_interface_can_be_turned_back() {
    let config =
        Config { ui_language: UiLanguage::Hebrew, ui_direction: UiDirection::Ltr, ..Config::default() };
    let screen = Screen::configured(library(), (80, 24), config);
    snapshot("ui_he_feeds_ltr", (80, 24), &screen);
}
