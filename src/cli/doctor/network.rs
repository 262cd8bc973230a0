//! The network: proxy and certificates. Nobody is asked: a reader that says "offline" tells the same.

use std::path::Path;

use super::{amiss, fine};
use crate::cli::fetch;
use crate::cli::json::Finding;
use crate::config::Config;
use crate::strings::words;

const SUBJECT: &str = "network";

/// Places where systems keep the certificates that they trust.
const ROOTS: [&str; 5] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/etc/ssl/certs",
];

/// What requests would use.
pub(super) fn findings(config: &Config) -> Vec<Finding> {
    vec![client(config), proxy(config), roots()]
}

fn client(config: &Config) -> Finding {
    match fetch::client(config) {
        Ok(_) => fine(SUBJECT, "client", "ready"),
        Err(stop) => amiss(SUBJECT, "client", stop.to_string(), "mend \"proxy\" in the configuration"),
    }
}

/// The proxy without a login that may be in its address: the output is made for bug reports.
fn proxy(config: &Config) -> Finding {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"];
    let found = config.proxy.clone().or_else(|| names.into_iter().find_map(variable));
    let value =
        found.map_or_else(|| "none".to_owned(), |proxy| words::quoted(without_login(&proxy).as_str()));
    fine(SUBJECT, "proxy", value)
}

fn without_login(proxy: &str) -> String {
    match (proxy.split_once("://"), proxy.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        _ => proxy.to_owned(),
    }
}

fn roots() -> Finding {
    let named = std::env::var_os("SSL_CERT_FILE").map(std::path::PathBuf::from);
    let found = named.into_iter().chain(ROOTS.iter().map(std::path::PathBuf::from)).find(|path| usable(path));
    match found {
        Some(path) => fine(
            SUBJECT,
            "certificates",
            format!("the machine's, {}", words::quoted(&path.display().to_string())),
        ),
        None => fine(SUBJECT, "certificates", "the program's own list"),
    }
}

fn usable(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(facts) if facts.is_file() => facts.len() > 0,
        Ok(_) => std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_in_a_proxy_is_not_shown() {
        assert_eq!(without_login("http://me:secret@proxy:8080"), "http://proxy:8080");
        assert_eq!(without_login("http://proxy:8080"), "http://proxy:8080");
    }
}
