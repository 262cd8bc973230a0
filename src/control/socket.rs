//! The local socket beside the store: for this user only.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// `sun_path` holds 104 bytes on some systems, its end included.
const LONGEST: usize = 100;

/// Where the socket of a store is: beside it, or in a short place if that path is too long for a socket.
pub(super) fn path(folder: &Path) -> PathBuf {
    let beside = folder.join("hudhud.sock");
    if beside.as_os_str().len() <= LONGEST {
        return beside;
    }
    let short = std::env::var_os("XDG_RUNTIME_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let user = rustix::process::geteuid().as_raw();
    short.join(format!("hudhud-{user}-{:016x}.sock", digest(beside.as_os_str().as_encoded_bytes())))
}

/// Listens. Only the owner of the store may call it: a socket that is there already is then one that nobody listens to.
pub(super) fn listen(path: &Path) -> io::Result<UnixListener> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(path)?;
    // Until this takes hold another user could connect; the check of the peer keeps that one out.
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Connects to the owner. `None` if nobody listens there.
pub(super) fn connect(path: &Path) -> io::Result<Option<UnixStream>> {
    match UnixStream::connect(path) {
        Ok(stream) if is_ours(&stream)? => Ok(Some(stream)),
        Ok(_) => Err(io::ErrorKind::PermissionDenied.into()),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionReset => {
                Ok(None)
            }
            _ => Err(error),
        },
    }
}

/// Whether the process at the other end belongs to this user. Must be called inside a runtime.
pub(super) fn is_ours(stream: &UnixStream) -> io::Result<bool> {
    let twin = stream.try_clone()?;
    twin.set_nonblocking(true)?;
    let twin = tokio::net::UnixStream::from_std(twin)?;
    let peer = twin.peer_cred();
    // Both names stand for one socket, so that this makes the given one wait again, too.
    twin.into_std()?.set_nonblocking(false)?;
    Ok(peer?.uid() == rustix::process::geteuid().as_raw())
}

/// FNV-1a: the same name for the same folder in every build.
fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_folder_gets_a_short_socket() {
        let long = PathBuf::from(format!("/{}", "x".repeat(200)));
        assert!(path(&long).as_os_str().len() <= LONGEST);
        assert_ne!(path(&long), path(&long.join("y")));
        assert_eq!(path(Path::new("/data")), Path::new("/data/hudhud.sock"));
    }

    #[test]
    fn a_stale_socket_is_recognised_and_replaced() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let _inside = runtime.enter();
        let folder = tempfile::tempdir().expect("a folder");
        let at = path(folder.path());
        drop(UnixListener::bind(&at).expect("it can be bound"));
        assert!(connect(&at).expect("no other error").is_none());
        let _listener = listen(&at).expect("it takes the place");
        assert_eq!(std::fs::metadata(&at).expect("it is there").permissions().mode() & 0o777, 0o600);
        assert!(connect(&at).expect("it answers").is_some());
    }
}
