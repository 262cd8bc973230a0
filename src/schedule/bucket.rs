//! The throttle of background requests.

use crate::time::Span;

/// What one token costs: a second.
const TOKEN: u64 = 1000;

/// The most that can be stored: four tokens.
const MOST: u64 = 4 * TOKEN;

/// The token bucket of background requests: one token a second, at most four stored, one at the start.
///
/// It starts with one and not with four, so that starting the program again gives no new burst.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// Thousandths of a token at the moment `at`.
    level: u64,
    at: Span,
}

impl Bucket {
    /// A bucket with one token. `elapsed` is monotonic time.
    #[must_use]
    pub fn new(elapsed: Span) -> Self {
        Self { level: TOKEN, at: elapsed }
    }

    /// Takes a token if there is one.
    pub fn take(&mut self, elapsed: Span) -> bool {
        let level = self.level(elapsed);
        self.at = self.at.max(elapsed);
        self.level = level;
        if level < TOKEN {
            return false;
        }
        self.level = level - TOKEN;
        true
    }

    /// How long until there is a token.
    #[must_use]
    pub fn wait(&self, elapsed: Span) -> Span {
        Span::millis(TOKEN.saturating_sub(self.level(elapsed)))
    }

    fn level(&self, elapsed: Span) -> u64 {
        self.level.saturating_add(elapsed.minus(self.at).as_millis()).min(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn it_starts_with_one_token() {
        let mut bucket = Bucket::new(Span::seconds(100));
        assert!(bucket.take(Span::seconds(100)));
        assert!(!bucket.take(Span::seconds(100)));
        assert_eq!(bucket.wait(Span::millis(100_400)), Span::millis(600));
        assert!(bucket.take(Span::seconds(101)));
    }

    #[test]
    fn it_stores_four() {
        let mut bucket = Bucket::new(Span::ZERO);
        let later = Span::hours(5);
        assert_eq!((0..10).filter(|_| bucket.take(later)).count(), 4);
    }

    #[test]
    fn time_that_goes_back_gives_nothing() {
        let mut bucket = Bucket::new(Span::seconds(10));
        assert!(bucket.take(Span::seconds(10)));
        assert!(!bucket.take(Span::ZERO));
        assert!(!bucket.take(Span::seconds(10)));
    }

    proptest! {
        #[test]
        fn no_window_sees_more_than_four_and_its_length(steps in prop::collection::vec(0_u64..3000, 1..200)) {
            let mut bucket = Bucket::new(Span::ZERO);
            let mut now = 0;
            let mut taken: Vec<u64> = Vec::new();
            for step in steps {
                now += step;
                if bucket.take(Span::millis(now)) {
                    taken.push(now);
                }
            }
            for (first, start) in taken.iter().enumerate() {
                for (last, end) in taken.iter().enumerate().skip(first) {
                    let count = u64::try_from(last - first + 1).unwrap_or(u64::MAX);
                    prop_assert!(count * 1000 <= 4000 + (end - start));
                }
            }
        }

        #[test]
        fn after_the_wait_there_is_a_token(steps in prop::collection::vec(0_u64..3000, 1..50)) {
            let mut bucket = Bucket::new(Span::ZERO);
            let mut now = Span::ZERO;
            for step in steps {
                now = now.plus(Span::millis(step));
                bucket.take(now);
                let wait = bucket.wait(now);
                let mut before = bucket;
                prop_assert!(wait == Span::ZERO || !before.take(now.plus(wait).minus(Span::millis(1))));
                let mut after = bucket;
                prop_assert!(after.take(now.plus(wait)));
            }
        }
    }
}
