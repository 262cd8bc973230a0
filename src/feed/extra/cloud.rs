//! RSS `cloud` and `source:cloud`: where to ask for pushes.

use url::Url;

use crate::feed::repair::node::Node;
use crate::model::Cloud;

/// The attributes of RSS `cloud`; `None` without a domain.
pub(super) fn of_element(node: &Node<'_>) -> Option<Cloud> {
    let domain = node.word("domain")?;
    let path = node.word("path").unwrap_or_default();
    Some(Cloud {
        domain,
        port: node.word("port").and_then(|port| port.parse().ok()).unwrap_or(80),
        path: if path.starts_with('/') { path } else { format!("/{path}") },
        register_procedure: node.word("registerprocedure").unwrap_or_default(),
        protocol: node
            .word("protocol")
            .map_or_else(|| "http-post".to_owned(), |word| word.to_ascii_lowercase()),
    })
}

/// `source:cloud`: one address instead of five attributes.
pub(super) fn of_address(text: &str) -> Option<Cloud> {
    let url = Url::parse(text.trim()).ok()?;
    let protocol = match url.scheme() {
        "http" => "http-post",
        "https" => "https-post",
        _ => return None,
    };
    Some(Cloud {
        domain: url.host_str()?.to_owned(),
        port: url.port_or_known_default()?,
        path: url.path().to_owned(),
        register_procedure: String::new(),
        protocol: protocol.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_it_all() {
        let cloud = of_address(" http://rpc.example.org:5337/pleaseNotify ").expect("a cloud");
        assert_eq!(
            (cloud.domain.as_str(), cloud.port, cloud.path.as_str()),
            ("rpc.example.org", 5337, "/pleaseNotify")
        );
        assert_eq!(cloud.protocol, "http-post");
        assert_eq!(of_address("ftp://example.org/"), None);
    }
}
