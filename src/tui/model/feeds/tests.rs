use super::*;
use crate::model::{Direction, DirectionChoice};

fn feed(id: u32, folder: &str, unread: u32) -> FeedRow {
    FeedRow {
        id: FeedId(id),
        title: format!("Feed {id}"),
        title_direction: Direction::Ltr,
        direction: Direction::Ltr,
        choice: DirectionChoice::Auto,
        url: format!("https://example.org/{id}"),
        folder: FolderPath::parse(folder),
        unread,
        total: unread,
        starred: 0,
        state: FeedState::Fine,
    }
}

fn loaded() -> Feeds {
    let mut feeds = Feeds::default();
    let rows = vec![feed(1, "", 1), feed(2, "News", 2), feed(3, "News/World", 4), feed(4, "Tech", 0)];
    feeds.load(rows, Timestamp::EPOCH);
    feeds
}

fn drawn(feeds: &Feeds) -> Vec<String> {
    let name = |node: &Node| match node {
        Node::All => "all".to_owned(),
        Node::Starred => "starred".to_owned(),
        Node::Folder(path) => format!("{path}/"),
        Node::Feed(id) => id.to_string(),
    };
    let row = |row: &TreeRow| format!("{}{} {}", " ".repeat(row.depth), name(&row.node), row.count);
    feeds.tree().iter().map(row).collect()
}

#[test]
fn folders_hold_their_feeds_and_sum_their_counts() {
    let expected =
        ["all 7", "starred 0", "News/ 6", " 2 2", " News/World/ 4", "  3 4", "Tech/ 0", " 4 0", "1 1"];
    assert_eq!(drawn(&loaded()), expected);
}

#[test]
fn a_closed_folder_hides_what_is_in_it_however_deep() {
    let mut feeds = loaded();
    feeds.select(2);
    assert!(feeds.fold());
    assert_eq!(drawn(&feeds), ["all 7", "starred 0", "News/ 6", "Tech/ 0", " 4 0", "1 1"]);
    assert!(feeds.unfold() && !feeds.unfold());
    assert_eq!(drawn(&feeds), drawn(&loaded()));
}

#[test]
fn back_leads_from_a_feed_to_its_folder() {
    let mut feeds = loaded();
    feeds.select(5);
    assert!(feeds.fold());
    assert_eq!(feeds.selected(), 4);
}

#[test]
fn the_selection_stays_on_its_feed_when_others_come_and_go() {
    let mut feeds = loaded();
    feeds.reveal(&Node::Feed(FeedId(4)));
    feeds.load(vec![feed(9, "Art", 0), feed(4, "Tech", 0), feed(1, "", 1)], Timestamp::EPOCH);
    assert_eq!(feeds.node(), Some(&Node::Feed(FeedId(4))));
    feeds.load(Vec::new(), Timestamp::EPOCH);
    assert_eq!(feeds.node(), None);
}

#[test]
fn an_awaited_feed_is_selected_when_it_comes() {
    let mut feeds = loaded();
    feeds.awaited = Some(FeedId(9));
    feeds.load(vec![feed(1, "", 0), feed(9, "", 0)], Timestamp::EPOCH);
    assert_eq!(feeds.node(), Some(&Node::Feed(FeedId(9))));
}
