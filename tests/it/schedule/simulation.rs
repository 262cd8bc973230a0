//! Months in seconds, with every rule looked at on each request.

use super::reader::Lane;
use super::world::{Size, World};

fn check(seed: u64, size: Size) -> World {
    println!("seed {seed}, {size:?}");
    let mut world = World::new(seed, size);
    world.run();
    println!("{:?}, {} addresses adopted", world.oracle.count, world.oracle.adopted);
    world
}

#[test]
fn ninety_days_of_a_thousand_feeds_break_no_rule() {
    let world = check(1, Size { feeds: 1000, hosts: 300, days: 90 });
    // The oracle must have had something to see.
    let seen = |lane| world.oracle.count.get(&lane).copied().unwrap_or_default();
    assert!(seen(Lane::Background) > 30_000 && seen(Lane::User) > 1000, "{:?}", world.oracle.count);
    assert!(world.oracle.adopted > 10);
}

/// `HUDHUD_SEEDS` asks for more of them, of full size.
#[test]
fn no_seed_breaks_a_rule() {
    for seed in 2..14 {
        check(seed, Size { feeds: 60, hosts: 12, days: 40 });
    }
    // Many feeds on few hosts, and a host for each.
    check(20, Size { feeds: 200, hosts: 2, days: 15 });
    check(21, Size { feeds: 200, hosts: 100_000, days: 15 });
    let more = std::env::var("HUDHUD_SEEDS").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    for seed in 100..100 + more {
        check(seed, Size { feeds: 1000, hosts: 300, days: 90 });
    }
}
