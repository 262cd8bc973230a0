//! Whose certificates are believed: the machine's authorities, else those that the program brings along.

use std::sync::{Arc, OnceLock};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::Versions;

/// Whose certificates are believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roots {
    /// The machine's own (`SSL_CERT_FILE` and `SSL_CERT_DIR` are obeyed where the platform knows them).
    System,
    /// Mozilla's list as of the build, since the machine has none.
    Bundled,
}

type Load = fn(Arc<CryptoProvider>) -> Result<Arc<dyn ServerCertVerifier>, Error>;

/// Loads the authorities at the first handshake: reading them takes longer than starting the program, and
/// on a machine without any a client must still be able to ask over plain http.
#[derive(Debug)]
pub(super) struct LazyVerifier {
    provider: Arc<CryptoProvider>,
    system: Load,
    loaded: OnceLock<Result<Loaded, Error>>,
}

#[derive(Debug)]
struct Loaded {
    roots: Roots,
    verifier: Arc<dyn ServerCertVerifier>,
}

impl LazyVerifier {
    /// A verifier by the platform's rules.
    pub(super) fn new() -> Arc<Self> {
        Self::with(|provider| Ok(Arc::new(rustls_platform_verifier::Verifier::new(provider)?)))
    }

    fn with(system: Load) -> Arc<Self> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        Arc::new(Self { provider, system, loaded: OnceLock::new() })
    }

    /// Whose certificates are believed; loads them if that did not happen yet.
    pub(super) fn roots(&self) -> Roots {
        // Without either nobody is believed; the bundled ones are what was tried last.
        self.loaded().map_or(Roots::Bundled, |loaded| loaded.roots)
    }

    fn loaded(&self) -> Result<&Loaded, Error> {
        self.loaded.get_or_init(|| self.load()).as_ref().map_err(Clone::clone)
    }

    fn load(&self) -> Result<Loaded, Error> {
        if let Ok(verifier) = (self.system)(Arc::clone(&self.provider)) {
            return Ok(Loaded { roots: Roots::System, verifier });
        }
        let store = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let verifier =
            WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(&self.provider))
                .build()
                .map_err(|error| Error::General(error.to_string()))?;
        Ok(Loaded { roots: Roots::Bundled, verifier })
    }
}

impl ServerCertVerifier for LazyVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verifier = &self.loaded()?.verifier;
        verifier.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, cert, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, cert, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Believes the authorities of a PEM file beside the usual ones.
///
/// # Errors
///
/// When the file holds no certificate that can stand for an authority.
pub(super) fn with_authority(
    pem: &[u8],
    usual: Arc<LazyVerifier>,
) -> Result<Arc<dyn ServerCertVerifier>, Error> {
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| Error::General(error.to_string()))?;
        store.add(certificate)?;
    }
    let own = WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(&usual.provider))
        .build()
        .map_err(|error| Error::General(error.to_string()))?;
    Ok(Arc::new(Besides { own, usual }))
}

/// The authorities of a file, then the usual ones.
#[derive(Debug)]
struct Besides {
    own: Arc<WebPkiServerVerifier>,
    usual: Arc<LazyVerifier>,
}

impl ServerCertVerifier for Besides {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let own = self.own.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        own.or_else(|_| {
            self.usual.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
        })
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls12_signature(message, cert, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls13_signature(message, cert, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}

/// TLS 1.2 and 1.3 with HTTP/2 and HTTP/1.1 by ALPN, certificates checked by `verifier`.
///
/// # Errors
///
/// Never with the provider that is built in.
pub(super) fn tls(verifier: &Arc<dyn ServerCertVerifier>, versions: Versions) -> Result<ClientConfig, Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::clone(verifier))
        .with_no_client_auth();
    config.alpn_protocols = match versions {
        Versions::Any => vec![b"h2".to_vec(), b"http/1.1".to_vec()],
        Versions::Http1 => vec![b"http/1.1".to_vec()],
    };
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_authorities_gets_the_bundled_ones() {
        let none = LazyVerifier::with(|_| Err(Error::General("none here".into())));
        assert_eq!(none.roots(), Roots::Bundled);
        assert!(none.loaded().is_ok());
    }

    #[test]
    fn nothing_is_loaded_before_the_first_handshake() {
        let verifier = LazyVerifier::with(|_| Err(Error::General("none here".into())));
        let believed = Arc::clone(&verifier) as Arc<dyn ServerCertVerifier>;
        assert!(tls(&believed, Versions::Any).is_ok());
        assert!(verifier.loaded.get().is_none());
    }
}
