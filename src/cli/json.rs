//! The objects that `--json` prints, one a line. Their keys are documented in `docs/json.md` and stay as they are.
//!
//! They are apart from the model: a change of the model is no change of these.

use serde::Serialize;

/// A document as `inspect` understood it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Document {
    /// As given on the command line.
    pub source: String,
    /// Whether it was understood.
    pub ok: bool,
    /// Why not.
    pub error: Option<String>,
    /// `rss`, `atom` or `json`.
    pub format: Option<&'static str>,
    /// Title, plain text.
    pub title: Option<String>,
    /// The page that it belongs to.
    pub link: Option<String>,
    /// Language tag as written.
    pub language: Option<String>,
    /// `ltr` or `rtl`.
    pub direction: Option<&'static str>,
    /// RSS `ttl`.
    pub ttl_minutes: Option<u64>,
    /// The syndication module.
    pub sy: Option<Syndication>,
    /// RSS `skipHours`.
    pub skip_hours: Vec<u8>,
    /// RSS `skipDays`.
    pub skip_days: Vec<&'static str>,
    /// Hubs.
    pub hubs: Vec<String>,
    /// Its own address.
    #[serde(rename = "self")]
    pub self_link: Option<String>,
    /// RSS `cloud`.
    pub cloud: Option<Cloud>,
    /// Character encoding that was used.
    pub encoding: Option<&'static str>,
    /// What had to be repaired.
    pub repairs: Vec<&'static str>,
    /// Its items in document order.
    pub items: Vec<DocumentItem>,
}

/// `sy:updatePeriod` and `sy:updateFrequency`.
#[derive(Clone, Debug, Serialize)]
pub struct Syndication {
    /// `hourly` to `yearly`.
    pub period: &'static str,
    /// How many times in it.
    pub frequency: u32,
}

/// RSS `cloud`.
#[derive(Clone, Debug, Serialize)]
pub struct Cloud {
    /// Host.
    pub domain: String,
    /// Port.
    pub port: u16,
    /// Path.
    pub path: String,
    /// Procedure.
    pub register_procedure: String,
    /// Protocol.
    pub protocol: String,
}

/// An item of a document.
#[derive(Clone, Debug, Serialize)]
pub struct DocumentItem {
    /// What makes it this one.
    pub id: String,
    /// Title, plain text.
    pub title: Option<String>,
    /// Its page.
    pub link: Option<String>,
    /// RFC 3339.
    pub published: Option<String>,
    /// RFC 3339.
    pub updated: Option<String>,
    /// Names.
    pub authors: Vec<String>,
    /// The publisher's categories.
    pub categories: Vec<String>,
    /// Language tag as written.
    pub language: Option<String>,
    /// `ltr` or `rtl`.
    pub direction: &'static str,
    /// The full text as the document has it.
    pub content_html: Option<String>,
    /// A short form.
    pub summary: Option<String>,
    /// Files attached.
    pub enclosures: Vec<Enclosure>,
    /// Media.
    pub media: Vec<Medium>,
}

/// A file attached to an item.
#[derive(Clone, Debug, Serialize)]
pub struct Enclosure {
    /// Where it is.
    pub url: String,
    /// Media type as stated.
    #[serde(rename = "type")]
    pub media_type: Option<String>,
    /// Bytes as stated.
    pub length: Option<u64>,
}

/// A medium of an item.
#[derive(Clone, Debug, Serialize)]
pub struct Medium {
    /// Where it is.
    pub url: String,
    /// `image`, `audio`, `video`, `chapters`, `transcript` or `other`.
    pub kind: &'static str,
    /// Media type as stated.
    #[serde(rename = "type")]
    pub media_type: Option<String>,
    /// Title, plain text.
    pub title: Option<String>,
}

/// A feed that an address offers (`discover`).
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// Its address.
    pub url: String,
    /// Its title as the page gives it.
    pub title: Option<String>,
    /// `rss`, `atom` or `json` where it is known.
    pub format: Option<&'static str>,
    /// `main` or `comments`.
    pub kind: &'static str,
    /// The same feed in other formats.
    pub alternatives: Vec<Alternative>,
}

/// The same feed in another format.
#[derive(Clone, Debug, Serialize)]
pub struct Alternative {
    /// Its address.
    pub url: String,
    /// `rss`, `atom` or `json` where it is known.
    pub format: Option<&'static str>,
}

/// How the server of a feed is asked. Secrets are never in it, only where they lie.
#[derive(Clone, Debug, Serialize)]
pub struct Access {
    /// The user's name at the server.
    pub user: Option<String>,
    /// Where the secret is: `env:NAME` or `command:…`.
    pub secret: Option<String>,
    /// Another `User-Agent`.
    pub user_agent: Option<String>,
    /// Names of further header fields; their values are not shown.
    pub headers: Vec<String>,
    /// `auto` or `1.1`.
    pub http: &'static str,
    /// `default`, `none` or an address.
    pub proxy: String,
    /// A file with further authorities.
    pub ca_file: Option<String>,
}

/// A subscription (`feeds`).
#[derive(Clone, Debug, Serialize)]
pub struct Feed {
    /// Its number.
    pub id: u32,
    /// The title to show.
    pub title: String,
    /// The address that is asked.
    pub url: String,
    /// The page that it belongs to.
    pub link: Option<String>,
    /// Folder, names between slashes.
    pub folder: Option<String>,
    /// The user's tags.
    pub tags: Vec<String>,
    /// Items not read.
    pub unread: u32,
    /// Items kept.
    pub total: u32,
    /// Items with a star.
    pub starred: u32,
    /// `ltr` or `rtl`, as it is shown.
    pub direction: &'static str,
    /// `auto`, `ltr` or `rtl`, as the user chose.
    pub direction_choice: &'static str,
    /// The user's, else the publisher's language tag.
    pub language: Option<String>,
    /// The encoding that the user set; null for what its documents say.
    pub charset: Option<String>,
    /// How its server is asked, where the user chose it.
    pub access: Access,
    /// `default`, `never` or a length of time.
    pub interval: String,
    /// `new`, `fine`, `checking`, `failing`, `gone` or `never`.
    pub state: &'static str,
    /// When it was last asked.
    pub last_check: Option<String>,
    /// When it last answered.
    pub last_success: Option<String>,
    /// What came of the last check, in words.
    pub last_result: Option<String>,
    /// Failures since the last success.
    pub failures: u32,
    /// Since when it fails.
    pub failing_since: Option<String>,
    /// When it is checked next; null for never.
    pub next_check: Option<String>,
    /// The next check and its reasons in words.
    pub why: String,
    /// When an item was last new.
    pub last_new_item: Option<String>,
    /// Whether nothing new has come for much longer than usual.
    pub silent: bool,
    /// The usual time between two items, in hours; null if too few are kept.
    pub usual_gap_hours: Option<u64>,
    /// The shortest interval that the publisher asks for, in minutes; null if it asks for none.
    pub publisher_minutes: Option<u64>,
    /// Where it leads for good, until that is believed.
    pub moving_to: Option<String>,
    /// What its checks cost and saved.
    pub traffic: Traffic,
    /// What had to be repaired in its last document.
    pub repairs: Vec<String>,
}

/// What the checks of a feed cost and saved (`feeds`).
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Traffic {
    /// Checks made.
    pub checks: u64,
    /// Of these, answered with 304.
    pub unchanged: u64,
    /// Bytes received, bodies only, as they came over the wire.
    pub received: u64,
    /// Bytes that 304 saved.
    pub saved_by_unchanged: u64,
    /// Bytes that compression saved.
    pub saved_by_compression: u64,
}

/// An item (`items`).
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// The number of its feed.
    pub feed: u32,
    /// The title of its feed.
    pub feed_title: String,
    /// Title, plain text.
    pub title: String,
    /// Its page.
    pub link: Option<String>,
    /// The authors' names.
    pub author: Option<String>,
    /// The date that it is sorted by.
    pub date: String,
    /// When it was published, as stated.
    pub published: Option<String>,
    /// When it was changed, as stated.
    pub updated: Option<String>,
    /// When the reader saw its title or text change, until it is read after that.
    pub changed: Option<String>,
    /// Whether it counts as read.
    pub read: bool,
    /// Whether it is starred.
    pub starred: bool,
    /// The user's tags.
    pub tags: Vec<String>,
    /// `ltr` or `rtl`.
    pub direction: &'static str,
    /// Language tag as written.
    pub language: Option<String>,
}

/// What came of checking one feed (`refresh`).
#[derive(Clone, Debug, Serialize)]
pub struct Refreshed {
    /// Its number.
    pub feed: u32,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// `updated`, `unchanged`, `failed`, `held` or `cancelled`.
    pub outcome: &'static str,
    /// Items that were not there before.
    pub new: u32,
    /// Items that changed.
    pub changed: u32,
    /// What failed, in words.
    pub error: Option<String>,
    /// The kind of failure.
    pub error_kind: Option<&'static str>,
    /// How long it took.
    pub seconds: f64,
}

/// The next check of a feed (`schedule`).
#[derive(Clone, Debug, Serialize)]
pub struct Scheduled {
    /// Its number.
    pub feed: u32,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// `now`, `later` or `never`.
    pub due: &'static str,
    /// The moment; null for never.
    pub next_check: Option<String>,
    /// What decided, weightiest first, as words that stay.
    pub reasons: Vec<&'static str>,
    /// The same as a sentence.
    pub why: String,
}

/// The requests to come for one feed or one host (`schedule --forecast`).
#[derive(Clone, Debug, Serialize)]
pub struct Forecast {
    /// `feed` or `host`.
    pub kind: &'static str,
    /// The feed's number.
    pub feed: Option<u32>,
    /// The feed's title.
    pub title: Option<String>,
    /// Host and port.
    pub host: String,
    /// Feeds that share the host.
    pub feeds: usize,
    /// Requests in the time simulated.
    pub requests: usize,
    /// The most checks in one hour of the clock.
    pub busiest_hour: usize,
    /// The time simulated.
    pub hours: u64,
    /// The first check in that time; null if there is none.
    pub first: Option<String>,
    /// Why the next check is when it is, as a sentence; null for a host.
    pub why: Option<String>,
}

/// What checking the store found (`check`).
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Subscriptions, removed ones included.
    pub feeds: usize,
    /// Items.
    pub items: usize,
    /// Items that are gone and must not come back.
    pub gone: usize,
    /// What is wrong, at most a thousand faults.
    pub faults: Vec<CheckFault>,
}

/// Something that is wrong in the store.
#[derive(Clone, Debug, Serialize)]
pub struct CheckFault {
    /// `record`, `page`, `list`, `counts`, `text` or `stray`.
    pub kind: &'static str,
    /// The feed's number, where it is about one.
    pub feed: Option<u32>,
    /// The same as a sentence.
    pub words: String,
}

/// One finding (`doctor`).
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// `terminal`, `idle`, `store`, `configuration` or `network`.
    pub subject: &'static str,
    /// What was looked at.
    pub name: &'static str,
    /// `ok` or `warning`.
    pub state: &'static str,
    /// What was found.
    pub value: String,
    /// What to do about it.
    pub hint: Option<String>,
}
