//! A small HTTP/1.1 server on 127.0.0.1, scripted by the test, with a log of what it was asked.
//!
//! ```ignore
//! let server = Server::start();
//! server.on("/feed.xml", Reply::rss(FEED).etag("\"a\""));
//! server.script("/moody", [Reply::status(503), Reply::rss(FEED)]);
//! server.handle("/echo", |asked| Reply::html(asked.target.clone()));
//! ask(&server.url("/feed.xml"));
//! assert_eq!(server.asked("/feed.xml").len(), 1);
//! ```
//!
//! A path that was not given answers 404. Every server is a host of its own, since the port belongs to the
//! host; several can share one [`Gauge`], which tells how many requests were under way at once.

use std::collections::HashMap;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::reply::Reply;
use super::wire;

/// The server. It ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    addr: SocketAddr,
    shared: Arc<Shared>,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// `GET`, `POST`.
    pub(crate) method: String,
    /// Path and query.
    pub(crate) target: String,
    /// Header fields in the order in which they came, values byte for byte.
    pub(crate) headers: Vec<(String, Vec<u8>)>,
    /// The body.
    pub(crate) body: Vec<u8>,
    /// When it came, counted from the start of the server.
    pub(crate) at: Duration,
    /// Its place among all requests to servers with the same gauge, from 0.
    pub(crate) order: usize,
}

/// How many requests are under way, and how many were at most.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gauge(Arc<Mutex<Level>>);

#[derive(Debug, Default)]
struct Level {
    now: usize,
    max: usize,
    asked: usize,
}

struct Shared {
    started: Instant,
    ended: AtomicBool,
    routes: Mutex<HashMap<String, Route>>,
    log: Mutex<Vec<Asked>>,
    came: Condvar,
    own: Gauge,
    common: Gauge,
    connections: Mutex<Vec<TcpStream>>,
}

#[derive(Clone)]
enum Route {
    Script { replies: Vec<Reply>, next: usize },
    Handler(Arc<dyn Fn(&Asked) -> Reply + Send + Sync>),
}

impl Server {
    /// Starts a server on a free port.
    pub(crate) fn start() -> Self {
        Self::sharing(&Gauge::default())
    }

    /// Starts a server that counts its requests with others.
    pub(crate) fn sharing(gauge: &Gauge) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        let addr = listener.local_addr().expect("a bound socket has an address");
        let shared = Arc::new(Shared {
            started: Instant::now(),
            ended: AtomicBool::new(false),
            routes: Mutex::default(),
            log: Mutex::default(),
            came: Condvar::new(),
            own: Gauge::default(),
            common: gauge.clone(),
            connections: Mutex::default(),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || accept(&listener, &accepting));
        Self { addr, shared }
    }

    /// Answers each request for `path` (with its query, if any) like this.
    pub(crate) fn on(&self, path: &str, reply: Reply) -> &Self {
        self.script(path, [reply])
    }

    /// Answers requests for `path` in this order; the last answer repeats.
    pub(crate) fn script(&self, path: &str, replies: impl IntoIterator<Item = Reply>) -> &Self {
        let replies: Vec<Reply> = replies.into_iter().collect();
        assert!(!replies.is_empty(), "a script needs an answer");
        self.route(path, Route::Script { replies, next: 0 })
    }

    /// Answers requests for `path` with what `handler` makes of them.
    pub(crate) fn handle(
        &self,
        path: &str,
        handler: impl Fn(&Asked) -> Reply + Send + Sync + 'static,
    ) -> &Self {
        self.route(path, Route::Handler(Arc::new(handler)))
    }

    fn route(&self, path: &str, route: Route) -> &Self {
        lock(&self.shared.routes).insert(path.to_owned(), route);
        self
    }

    /// The address of `path` on this server.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    /// Host and port: `127.0.0.1:4711`.
    pub(crate) fn host(&self) -> String {
        self.addr.to_string()
    }

    /// Where it listens.
    pub(crate) fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// All requests so far, in order.
    pub(crate) fn log(&self) -> Vec<Asked> {
        lock(&self.shared.log).clone()
    }

    /// The requests for `path` so far, in order.
    pub(crate) fn asked(&self, path: &str) -> Vec<Asked> {
        self.log().into_iter().filter(|asked| asked.target == path).collect()
    }

    /// Waits until `count` requests have come, at most 10 s, and returns the log.
    pub(crate) fn await_requests(&self, count: usize) -> Vec<Asked> {
        let guard = lock(&self.shared.log);
        let (guard, timeout) = self
            .shared
            .came
            .wait_timeout_while(guard, Duration::from_secs(10), |log| log.len() < count)
            .unwrap_or_else(PoisonError::into_inner);
        assert!(!timeout.timed_out(), "only {} of {count} requests came", guard.len());
        guard.clone()
    }

    /// How many connections were made.
    pub(crate) fn connections(&self) -> usize {
        lock(&self.shared.connections).len()
    }

    /// How many requests to this server were under way at once, at most.
    pub(crate) fn max_parallel(&self) -> usize {
        self.shared.own.max()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for connections; that it fails does no harm.
        drop(TcpStream::connect(self.addr));
        for connection in lock(&self.shared.connections).drain(..) {
            drop(connection.shutdown(Shutdown::Both));
        }
    }
}

impl Asked {
    /// The first value of a header field.
    pub(crate) fn raw(&self, name: &str) -> Option<&[u8]> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// The first value of a header field as text.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        self.raw(name).map(|value| String::from_utf8_lossy(value).into_owned())
    }

    /// Whether it asked for changes only.
    pub(crate) fn is_conditional(&self) -> bool {
        self.raw("if-none-match").is_some() || self.raw("if-modified-since").is_some()
    }
}

impl Gauge {
    /// The most requests that were under way at once.
    pub(crate) fn max(&self) -> usize {
        lock(&self.0).max
    }

    fn enter(&self) -> usize {
        let mut level = lock(&self.0);
        level.now += 1;
        level.max = level.max.max(level.now);
        level.asked += 1;
        level.asked - 1
    }

    fn leave(&self) {
        lock(&self.0).now -= 1;
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("log", &self.log).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.ended.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let Ok(handle) = stream.try_clone() else { continue };
        lock(&shared.connections).push(handle);
        let shared = Arc::clone(shared);
        thread::spawn(move || {
            // An error is the other side going away, which is its right.
            drop(converse(&stream, &shared));
            drop(stream.shutdown(Shutdown::Both));
        });
    }
}

/// Answers the requests of one connection until it closes.
fn converse(stream: &TcpStream, shared: &Shared) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while let Some(mut asked) = read_request(&mut reader)? {
        asked.at = shared.started.elapsed();
        shared.own.enter();
        asked.order = shared.common.enter();
        let count = UnderWay(shared);
        let reply = answer(&asked, shared);
        lock(&shared.log).push(asked.clone());
        shared.came.notify_all();
        if wire::send(stream, &reply, &asked, count)? == wire::Connection::Closes {
            break;
        }
    }
    Ok(())
}

fn read_request(reader: &mut BufReader<&TcpStream>) -> std::io::Result<Option<Asked>> {
    if reader.fill_buf()?.first().is_some_and(|byte| !byte.is_ascii_alphabetic()) {
        // TLS or other strangers get what real servers give them.
        reader.get_mut().write_all(b"HTTP/1.1 400 Scripted\r\nConnection: close\r\n\r\n")?;
        return Ok(None);
    }
    let mut line = Vec::new();
    if reader.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&line).into_owned();
    let mut words = text.split_whitespace().map(str::to_owned);
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut headers = Vec::new();
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let field = line.trim_ascii();
        if field.is_empty() {
            break;
        }
        let colon = field.iter().position(|byte| *byte == b':').unwrap_or(field.len());
        let name = String::from_utf8_lossy(&field[..colon]).into_owned();
        headers.push((name, field.get(colon + 1..).unwrap_or_default().trim_ascii().to_vec()));
    }
    let mut asked = Asked { method, target, headers, body: Vec::new(), at: Duration::ZERO, order: 0 };
    if let Some(length) = asked.header("content-length").and_then(|text| text.parse().ok()) {
        asked.body.resize(length, 0);
        reader.read_exact(&mut asked.body)?;
    }
    Ok(Some(asked))
}

fn answer(asked: &Asked, shared: &Shared) -> Reply {
    let handler = match lock(&shared.routes).get_mut(&asked.target) {
        None => return Reply::status(404),
        Some(Route::Script { replies, next }) => {
            let reply = replies[(*next).min(replies.len() - 1)].clone();
            *next += 1;
            return reply;
        }
        // Called after the lock is gone, so that a handler may set routes.
        Some(Route::Handler(handler)) => Arc::clone(handler),
    };
    handler(asked)
}

/// A request that is under way until this is dropped.
pub(super) struct UnderWay<'a>(&'a Shared);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.own.leave();
        self.0.common.leave();
    }
}

impl UnderWay<'_> {
    /// Whether the server has ended.
    pub(super) fn is_over(&self) -> bool {
        self.0.ended.load(Ordering::SeqCst)
    }
}
