use super::*;

fn html(text: &str) -> Content {
    Content { text: text.to_owned(), ..Content::default() }
}

fn reading(direction: Direction) -> Reading<'static> {
    Reading { base_url: Some("https://example.org/a/b.html"), direction, choice: DirectionChoice::Auto }
}

/// A line with its indent, cells from left to right.
fn shown(line: &Line) -> String {
    format!("{}{}", " ".repeat(line.indent()), line.visual()).trim_end().to_owned()
}

fn lines(document: &Document, width: usize) -> Vec<String> {
    document.layout(&Measure { width, shaping: Shaping::Off }).lines.iter().map(shown).collect()
}

fn check(text: &str, direction: Direction, width: usize, expected: &[&str]) {
    assert_eq!(lines(&read(&html(text), &reading(direction)), width), expected, "{text}");
}

const LTR: Direction = Direction::Ltr;
const RTL: Direction = Direction::Rtl;

#[test]
fn paragraphs_are_parted_by_empty_lines_and_divs_are_not() {
    check("<p>a</p><p>b</p>", LTR, 20, &["a", "", "b"]);
    check("<div>a</div><div>b</div><div>c</div>", LTR, 20, &["a", "b", "c"]);
    check("a<br>b<br><br>c", LTR, 20, &["a", "b", "", "c"]);
}

#[test]
fn right_to_left_blocks_are_flush_right() {
    check("<p>אב</p><p>English</p>", RTL, 10, &["        בא", "", "English"]);
    check("<p dir=rtl>abc</p>", LTR, 10, &["       abc"]);
    check("<p dir=auto>אב abc</p>", LTR, 10, &["    abc בא"]);
    check("<div lang=he><p>אב</p></div>", LTR, 10, &["        בא"]);
}

#[test]
fn the_choice_of_the_user_is_above_what_the_whole_text_states() {
    let fixed = Reading { choice: DirectionChoice::Fixed(RTL), ..reading(RTL) };
    let document = read(&html("<div dir=ltr><p>abc</p><p dir=ltr>def</p></div>"), &fixed);
    assert_eq!(lines(&document, 10), ["       abc", "", "def"]);
}

#[test]
fn lists_keep_their_numbers_around_inner_lists() {
    let text = "<ol><li>one<ul><li>in<ol start=5><li>five<li>six</ol></ul><li>two<li>three words here</ol>";
    check(
        text,
        LTR,
        20,
        &["1. one", "   ◦ in", "     5. five", "     6. six", "2. two", "3. three words here"],
    );
    check("<ol><li>three words here</ol>", LTR, 14, &["1. three words", "   here"]);
}

#[test]
fn marks_stand_at_the_right_in_right_to_left_lists() {
    check("<ol><li>אב<li>גד</ol>", RTL, 12, &["       בא .1", "       דג .2"]);
    check("<ul><li>abc</ul>", RTL, 12, &["abc        •"]);
    check("<blockquote>אב<p>גד</blockquote>", RTL, 12, &["        בא │", "           │", "        דג │"]);
    check("<blockquote>ab<p>cd</blockquote>", LTR, 12, &["│ ab", "│", "│ cd"]);
}

#[test]
fn code_is_left_to_right_and_keeps_its_blanks() {
    let text = "<pre><code><span>fn a() {</span>\n    b();\n\tc\n}</code></pre>after that";
    check(text, RTL, 12, &["fn a() {", "    b();", "        c", "}", "", "after that"]);
    check("<pre>0123456789abcdef</pre>", LTR, 10, &["0123456789", "abcdef"]);
}

#[test]
fn links_are_resolved_and_numbered() {
    let document =
        read(&html("see <a href='../x'>this</a> and <a href='javascript:x'>that</a>"), &reading(LTR));
    assert_eq!(lines(&document, 40), ["see this¹ and that", "", "1  https://example.org/x"]);
    let laid = document.layout(&Measure { width: 40, shaping: Shaping::Off });
    assert_eq!(
        laid.links,
        [Link { id: LinkId(1), url: "https://example.org/x".to_owned(), kind: LinkKind::Page }]
    );
    assert_eq!(document.plain(), "see this and that");
}

#[test]
fn what_cannot_be_shown_is_named() {
    check("<img src=/x/cat.jpg alt='A  cat'>", LTR, 40, &["[image: A cat]"]);
    check("<img src=/x/cat.jpg>", RTL, 20, &["    [image: cat.jpg]"]);
    check("<iframe src=https://www.youtube.com/embed/1></iframe>", LTR, 40, &["[video: youtube.com]"]);
    check("<audio src=a.mp3></audio>", LTR, 40, &["[audio: a.mp3]"]);
    check("<svg><title>Logo</title></svg>", LTR, 40, &["[drawing: Logo]"]);
    check("<math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>", LTR, 40, &["a/(b^2)"]);
    check(
        "a<img src=https://example.org/t.gif width=1 height=1>b<script>x</script><style>y</style>",
        LTR,
        40,
        &["ab"],
    );
}

#[test]
fn inline_elements_have_their_looks_and_directions() {
    check(
        "x<sup>2</sup> H<sub>2</sub>O 2<sup>n+k</sup> 1<sup>st</sup> <q>a <q>b</q></q>",
        LTR,
        40,
        &["x² H₂O 2^(n+k) 1st “a ‘b’”"],
    );
    check("<bdo dir=rtl>abc</bdo>", LTR, 10, &["cba"]);
    check(
        "אב https://a.example/x/ גד",
        RTL,
        30,
        &["   דג https://a.example/x/¹ בא", "", "1  https://a.example/x/"],
    );
}

#[test]
fn tables_fit_or_stack() {
    let text = "<table><tr><th>Name<th>Age<tr><td>Ann<td>30<tr><td>Bo<td>4</table>";
    check(text, LTR, 20, &["Name  Age", "─────────", "Ann   30", "Bo    4"]);
    check(text, LTR, 8, &["Name:", "Ann", "Age: 30", "", "Name: Bo", "Age: 4"]);
    check(
        "<table dir=rtl><tr><th>אב<th>ג<tr><td>ד<td>ה</table>",
        LTR,
        10,
        &["     ג  בא", "     ─────", "     ה   ד"],
    );
}

#[test]
fn a_table_for_looks_is_no_table() {
    check("<table><tr><td>a<table><tr><td>b</table></table>", LTR, 20, &["a", "b"]);
}

#[test]
fn markup_in_the_wrong_wrapping_is_recognized() {
    check("&lt;p&gt;a&lt;/p&gt;&lt;p&gt;b&lt;/p&gt;", LTR, 20, &["a", "", "b"]);
    check("one\ntwo &amp; three", LTR, 20, &["one", "two & three"]);
}

#[test]
fn plain_text_keeps_its_lines() {
    let content = Content { text: "a <b>\nc\n\n\nd".to_owned(), markup: Markup::Plain, ..Content::default() };
    assert_eq!(lines(&read(&content, &reading(LTR)), 20), ["a <b>", "c", "", "d"]);
}

#[test]
fn definitions_and_details_are_set_in() {
    check("<dl><dt>a<dd>b<dt>c<dd>d</dl>", LTR, 20, &["a", "    b", "c", "    d"]);
    check("<details><summary>s</summary>t</details>", LTR, 20, &["s", "    t"]);
}

#[test]
fn a_heading_is_put_before_the_text() {
    let mut document = read(&html("<p>x</p>"), &reading(LTR));
    document.prepend(Styled::plain("כותרת"), Styled::plain("2026"), RTL);
    assert_eq!(lines(&document, 10), ["     תרתוכ", "      2026", "", "x"]);
}

#[test]
fn a_layout_that_stumbles_leaves_the_words() {
    let document = read(&html("<ul><li>one</ul><p>two"), &reading(LTR));
    let measure = Measure { width: 20, shaping: Shaping::On };
    let lines = guarded(|| panic!("stumbles"), || document.plain_lines(&measure));
    let words: Vec<String> = lines.iter().map(Line::visual).filter(|line| !line.is_empty()).collect();
    assert_eq!(words, ["one", "two"]);
}

#[test]
fn titles_lose_their_markup() {
    assert_eq!(to_plain("<div dir=rtl>כותרת <b>ראשית</b></div>"), "כותרת ראשית");
    assert_eq!(to_plain("AT&T &amp; Q&amp;A"), "AT&T & Q&A");
}

#[test]
fn no_width_and_no_nesting_breaks_the_layout() {
    let deep = format!("{}x{}", "<ul><li><blockquote>a".repeat(3000), "</blockquote></ul>".repeat(3000));
    let table = format!("<table><tr>{}</table>", "<td rowspan=9 colspan=3>x<td>".repeat(300));
    for text in [&deep, &table, "<ol><li><ol><li><pre>long line of code</pre></ol></ol>", ""] {
        let document = read(&html(text), &reading(RTL));
        for width in [0, 1, 2, 3, 7, 40] {
            let laid = document.layout(&Measure { width, shaping: Shaping::On });
            let widest = laid.lines.iter().map(|line| line.indent() + line.width()).max().unwrap_or(0);
            assert!(widest <= width.max(2), "{widest} in {width}");
        }
    }
}

/// Lays out every text of the shared corpus at several widths: nothing may panic, nothing may be wider than asked.
#[test]
fn the_texts_of_the_corpus_are_laid_out() {
    let Ok(shared) = std::env::var("HUDHUD_SHARED") else {
        println!("skipped: HUDHUD_SHARED is not set");
        return;
    };
    let corpus = std::path::Path::new(&shared).join("corpus");
    let mut texts = Vec::new();
    let mut folders = vec![corpus];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).unwrap_or_default();
            let hints = crate::feed::Hints::default();
            match crate::feed::parse(&bytes, &hints) {
                Ok(parsed) => texts.extend(parsed.items.into_iter().filter_map(|item| item.body().cloned())),
                Err(_) if path.extension().is_some_and(|ending| ending == "html") => {
                    texts.push(html(&crate::feed::decode(&bytes, None)));
                }
                Err(_) => {}
            }
        }
    }
    let (mut lines, mut empty) = (0, 0);
    for content in &texts {
        let document = read(content, &reading(RTL));
        empty += usize::from(document.plain().trim().is_empty() && !content.text.trim().is_empty());
        for width in [5, 33, 80] {
            let laid = document.layout(&Measure { width, shaping: Shaping::On });
            let widest = laid.lines.iter().map(|line| line.indent() + line.width()).max().unwrap_or(0);
            let wide = laid.lines.iter().find(|line| line.indent() + line.width() > width);
            assert!(
                wide.is_none(),
                "{widest} in {width}: {:?} {:?}",
                wide.map(shown),
                wide.map(Line::indent)
            );
            lines += laid.lines.len();
        }
    }
    println!("{} texts gave {lines} lines; {empty} have no words", texts.len());
    // Tests of single tags and attributes hold nothing else.
    assert!(texts.len() > 1000 && empty * 10 < texts.len());
}

proptest::proptest! {
    #[test]
    fn any_mixture_of_tags_and_letters_can_be_shown(
        parts in proptest::collection::vec(proptest::sample::select(&PARTS[..]), 0..60),
        width in 1_usize..50,
    ) {
        let text = parts.concat();
        for direction in [LTR, RTL] {
            let laid = read(&html(&text), &reading(direction)).layout(&Measure { width, shaping: Shaping::On });
            for line in &laid.lines {
                // A letter of two columns has no other place in a pane of one.
                proptest::prop_assert!(line.indent() + line.width() <= width.max(2), "{} {:?}", text, shown(line));
                proptest::prop_assert!(!line.visual().chars().any(char::is_control), "{text}");
            }
        }
        let title = to_plain(&text);
        proptest::prop_assert!(!title.contains('\n'));
    }
}

const PARTS: [&str; 48] = [
    "<p>",
    "</p>",
    "<div dir=rtl>",
    "</div>",
    "<ul>",
    "<ol start=-3 reversed>",
    "<li>",
    "</ul>",
    "</ol>",
    "<table>",
    "<tr>",
    "<td colspan=2>",
    "<th rowspan=3>",
    "</table>",
    "<blockquote>",
    "</blockquote>",
    "<pre>",
    "</pre>",
    "<a href='/x'>",
    "</a>",
    "<b>",
    "</b>",
    "<bdo dir=rtl>",
    "</bdo>",
    "<img alt='תמונה' src=x.png>",
    "<sup>2</sup>",
    "<q>",
    "<math>",
    "<svg>",
    "<dl><dt>",
    "<dd>",
    "<details>",
    "<summary>",
    "<br>",
    "<hr>",
    "<select>",
    "<template>",
    "abc ",
    "שלום ",
    "سلام لا ",
    "漢字",
    "👨‍👩‍👧",
    "\u{202e}",
    "\u{1b}[31m",
    "\n\t",
    "&lt;p&gt;",
    "https://a.example/x ",
    "longword-without-any-blank",
];
