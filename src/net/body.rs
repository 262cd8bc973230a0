//! Receives a body within the limits of size and speed.

use tokio::time::timeout;

use super::{Limits, NetError, classify};
use crate::time::{Clock, Span, SystemClock};

/// The body as it is on the wire.
///
/// # Errors
///
/// [`NetError::TooLarge`], [`NetError::TooSlow`], [`NetError::Truncated`], [`NetError::Timeout`].
pub(super) async fn receive(mut answer: reqwest::Response, limits: &Limits) -> Result<Vec<u8>, NetError> {
    let stated = answer.content_length().unwrap_or(0);
    if stated > limits.wire {
        return Err(NetError::TooLarge(limits.wire));
    }
    let clock = SystemClock::new();
    let mut speed = Speed::new(limits);
    // A server may state more than it sends, so only so much is set aside at once.
    let mut body = Vec::with_capacity(usize::try_from(stated.min(256 << 10)).unwrap_or(0));
    loop {
        let read = timeout(limits.idle.to_std(), answer.chunk()).await;
        let chunk = read
            .map_err(|_| NetError::Timeout(limits.idle))?
            .map_err(|error| classify::no_more(&error, limits))?;
        let Some(chunk) = chunk else { return Ok(body) };
        if len(&body).saturating_add(len(&chunk)) > limits.wire {
            return Err(NetError::TooLarge(limits.wire));
        }
        body.extend_from_slice(&chunk);
        speed.received(len(&chunk), clock.elapsed())?;
    }
}

fn len(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// How fast a body comes, looked at once in each stretch of time.
struct Speed {
    stretch: Span,
    least: u64,
    since: Span,
    bytes: u64,
}

impl Speed {
    fn new(limits: &Limits) -> Self {
        let least = limits.slowest.saturating_mul(limits.patience.as_millis()) / 1000;
        Self { stretch: limits.patience, least, since: Span::ZERO, bytes: 0 }
    }

    fn received(&mut self, bytes: u64, elapsed: Span) -> Result<(), NetError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if elapsed.minus(self.since) < self.stretch {
            return Ok(());
        }
        if self.bytes < self.least {
            return Err(NetError::TooSlow);
        }
        (self.since, self.bytes) = (elapsed, 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speeds(steps: &[(u64, u64)]) -> Result<(), NetError> {
        let mut speed = Speed::new(&Limits::default());
        steps.iter().try_for_each(|(seconds, bytes)| speed.received(*bytes, Span::seconds(*seconds)))
    }

    #[test]
    fn less_than_a_hundred_bytes_a_second_over_twenty_seconds_is_too_slow() {
        assert_eq!(speeds(&[(10, 1), (19, 1)]), Ok(()));
        assert_eq!(speeds(&[(10, 1000), (20, 999)]), Err(NetError::TooSlow));
        assert_eq!(speeds(&[(10, 1000), (20, 1000)]), Ok(()));
    }

    #[test]
    fn a_fast_start_does_not_pay_for_a_slow_rest() {
        assert_eq!(speeds(&[(1, 1_000_000), (20, 1), (40, 1)]), Err(NetError::TooSlow));
    }
}
