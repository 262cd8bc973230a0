//! Random keys, mouse events, sizes and reports never bring the screen down.

use super::script::{Screen, Store, library};
use hudhud::engine::{Event, Outlook, Ticket};
use hudhud::model::{Direction, FeedId};
use hudhud::time::{Seed, Span, Timestamp};
use hudhud::tui::action::Action;
use hudhud::tui::keymap::{Code, Key, Mods, load};
use hudhud::tui::{Deed, Mouse, Msg};

/// Draws numbers below a bound, the same for the same seed.
struct Dice {
    seed: Seed,
    turn: u64,
}

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.turn += 1;
        self.seed.per_mille(7, self.turn) * bound / 1001
    }

    fn small(&mut self, bound: u16) -> u16 {
        u16::try_from(self.below(u64::from(bound))).expect("below a small bound")
    }
}

fn keys() -> Vec<Key> {
    let (map, _) = load(&hudhud::config::Config::default());
    let mut keys: Vec<Key> = Action::ALL
        .iter()
        .flat_map(|action| map.shown(*action).collect::<Vec<_>>())
        .filter_map(|shown| Key::parse(&shown))
        .collect();
    for code in
        [Code::Up, Code::Down, Code::Left, Code::Right, Code::Enter, Code::Esc, Code::Tab, Code::Backspace]
    {
        keys.push(Key::plain(code));
    }
    keys.extend("0159yn xשلا".chars().map(|letter| Key::plain(Code::Char(letter))));
    keys.push(Key::new(Code::Char('w'), Mods::CTRL));
    keys
}

fn step(screen: &mut Screen, dice: &mut Dice, keys: &[Key]) {
    let event = match dice.below(20) {
        0 => Msg::Resize(dice.small(140), dice.small(50)),
        1 => Msg::Paste(
            ["https://example.org", "שלום", "", "\u{1b}\u{202e}x.y"][usize::from(dice.small(4))].to_owned(),
        ),
        2 | 3 => {
            let deed = [Deed::Click, Deed::WheelUp, Deed::WheelDown][usize::from(dice.small(3))];
            Msg::Mouse(Mouse { deed, column: dice.small(150), row: dice.small(60) })
        }
        4 => Msg::Engine(Event::ItemsChanged(FeedId(u32::from(dice.small(6))))),
        5 => Msg::Engine(Event::SubscriptionsChanged),
        6 => Msg::Engine(Event::Found(Ticket(dice.below(500)), Vec::new())),
        7 => Msg::Engine(Event::Outlook(Outlook { done: 3, total: 40, ..Outlook::default() })),
        8 => Msg::Engine(Event::Finished(Ticket(dice.below(500)))),
        _ => Msg::Key(keys[usize::from(dice.small(u16::try_from(keys.len()).expect("few keys")))]),
    };
    screen.send(event);
    match dice.below(30) {
        0 => screen.slow = !screen.slow,
        1 => screen.answer(),
        2 => screen.now = Timestamp::EPOCH,
        3 => screen.now = screen.now.plus(Span::days(400)),
        _ => screen.now = screen.now.plus(Span::millis(dice.below(300))),
    }
}

fn run(store: Store, ui: Direction, seed: u64, steps: usize) {
    let mut screen = Screen::open(store, (80, 24), ui);
    let (mut dice, keys) = (Dice { seed: Seed::new(seed), turn: 0 }, keys());
    for _ in 0..steps {
        step(&mut screen, &mut dice, &keys);
        let _ = screen.lines();
        assert!(screen.model.wake().is_some());
    }
}

#[test]
fn random_steps_never_panic() {
    for seed in 0..4 {
        let ui = if seed % 2 == 0 { Direction::Ltr } else { Direction::Rtl };
        run(library(), ui, seed, 1_500);
    }
}

#[test]
fn random_steps_from_nothing_never_panic() {
    run(Store::default(), Direction::Ltr, 99, 1_500);
}

#[test]
fn every_small_size_is_drawn() {
    let mut screen = Screen::open(library(), (1, 1), Direction::Ltr);
    for open in ["", "l", "enter", "?", "esc d", "esc a"] {
        screen.press(open);
        for columns in 0..45 {
            for rows in 0..14 {
                screen.send(Msg::Resize(columns, rows));
                let _ = screen.lines();
            }
        }
    }
}
