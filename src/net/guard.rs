//! Keeps what strangers say from leading to the machine itself or its neighbours.
//!
//! A feed, a redirect or a page may name any address. Those of private networks are refused, both as they
//! are written and, since a name can point anywhere, when the connection is made.

use std::collections::HashSet;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

/// Whether an address is written as one of a private network or of the machine itself.
pub(super) fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => !is_public(IpAddr::V4(ip)),
        Some(Host::Ipv6(ip)) => !is_public(IpAddr::V6(ip)),
        Some(Host::Domain(name)) => is_own_name(name),
        None => true,
    }
}

/// Whether an address is written as one of the machine itself.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => is_own_name(name),
        None => false,
    }
}

/// RFC 6761 section 6.3: `localhost` and what is below it.
fn is_own_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}

/// Whether anyone on the Internet can have this address (IANA's special-purpose registries).
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

/// First address and length of the prefix of what is not for everyone (RFC 6890 and IANA's registry).
const SPECIAL_V4: [([u8; 4], u32); 15] = [
    ([0, 0, 0, 0], 8),
    // Private, RFC 1918.
    ([10, 0, 0, 0], 8),
    ([172, 16, 0, 0], 12),
    ([192, 168, 0, 0], 16),
    // The machine itself.
    ([127, 0, 0, 0], 8),
    // Shared by a provider's customers, RFC 6598.
    ([100, 64, 0, 0], 10),
    // Link-local, where clouds keep their metadata.
    ([169, 254, 0, 0], 16),
    // Protocols, former 6to4 relays, measurements between networks.
    ([192, 0, 0, 0], 24),
    ([192, 88, 99, 0], 24),
    ([198, 18, 0, 0], 15),
    // Documentation.
    ([192, 0, 2, 0], 24),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Multicast, then reserved up to broadcast.
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let within = |(start, prefix): &([u8; 4], u32)| {
        let start = u32::from_be_bytes(*start);
        (u32::from(ip) ^ start) >> (32 - prefix) == 0
    };
    !SPECIAL_V4.iter().any(within)
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    match ip.segments() {
        // IPv4 in other clothes: mapped, behind NAT64 (RFC 6052), 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            is_public_v4(joined(high, low))
        }
        [0x2002, high, low, ..] => is_public_v4(joined(high, low)),
        // Protocols (Teredo among them), documentation.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        // Only this block is global unicast; unique local, link-local and multicast lie outside.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

fn joined(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from(u32::from(high) << 16 | u32::from(low))
}

/// A name that leads to private addresses only.
#[derive(Debug)]
pub(super) struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("only private addresses")
    }
}

impl std::error::Error for Refused {}

/// Finds the addresses of a name and leaves out private ones, so that a name that points elsewhere at the
/// second look is of no use.
///
/// Through a proxy it is the proxy that looks names up; then only what is written can be refused.
#[derive(Debug)]
pub(super) struct GuardedResolver {
    /// Names that the user's settings name, which may be private: proxies.
    pub(super) trusted: Arc<HashSet<String>>,
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let trusted = self.trusted.contains(&name.as_str().to_ascii_lowercase());
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if trusted {
                return Ok(Box::new(found.into_iter()) as Addrs);
            }
            Ok(Box::new(permitted(found)?.into_iter()) as Addrs)
        })
    }
}

fn permitted(found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, Refused> {
    let any = !found.is_empty();
    let public: Vec<SocketAddr> = found.into_iter().filter(|addr| is_public(addr.ip())).collect();
    if any && public.is_empty() { Err(Refused) } else { Ok(public) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, private: bool) {
        let parsed = Url::parse(url).expect("the test's addresses are valid");
        assert_eq!(is_private(&parsed), private, "{url}");
    }

    #[test]
    fn private_networks_are_private_in_every_spelling() {
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "0",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "[::]",
            "[::1]",
            "[fe80::1]",
            "[fc00::1]",
            "[fd12::1]",
            "[ff02::1]",
            "[::ffff:10.0.0.1]",
            "[64:ff9b::127.0.0.1]",
            "[2002:7f00:1::]",
            "[2001:db8::1]",
            "localhost",
            "LOCALHOST.",
            "feeds.localhost",
        ] {
            check(&format!("http://{host}/"), true);
        }
    }

    #[test]
    fn public_addresses_are_public() {
        for host in [
            "8.8.8.8",
            "172.15.0.1",
            "172.32.0.1",
            "100.128.0.1",
            "198.20.0.1",
            "[2606:4700::1]",
            "[2002:808:808::]",
            "[64:ff9b::8.8.8.8]",
            "[::ffff:8.8.8.8]",
            "example.org",
            "localhost.example.org",
        ] {
            check(&format!("http://{host}/"), false);
        }
    }

    #[test]
    fn only_public_addresses_of_a_name_are_used() {
        let addr = |text: &str| text.parse::<SocketAddr>().expect("the test's addresses are valid");
        let mixed = vec![addr("10.0.0.1:0"), addr("8.8.8.8:0")];
        assert_eq!(permitted(mixed).ok(), Some(vec![addr("8.8.8.8:0")]));
        assert!(permitted(vec![addr("[::1]:0")]).is_err());
        assert_eq!(permitted(Vec::new()).ok(), Some(Vec::new()));
    }
}
