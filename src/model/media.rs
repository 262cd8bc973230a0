//! What an item carries beside its text.

/// A file that the publisher attached to an item (RSS `enclosure`, Atom `rel="enclosure"`, JSON Feed attachment).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enclosure {
    /// Where it is, absolute where the base was known.
    pub url: String,
    /// Media type as stated, for instance `audio/mpeg`.
    pub media_type: Option<String>,
    /// Length in bytes as stated.
    pub length: Option<u64>,
    /// Title as stated.
    pub title: Option<String>,
    /// Playing time in seconds as stated.
    pub duration_seconds: Option<u64>,
}

/// A medium named by `MediaRSS` or by the item's own markup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// Where it is.
    pub url: String,
    /// What kind of medium it is.
    pub kind: MediaKind,
    /// Media type as stated.
    pub media_type: Option<String>,
    /// Title or alternative text, plain.
    pub title: Option<String>,
    /// Width and height in pixels as stated.
    pub size: Option<(u32, u32)>,
    /// A small picture that stands for it.
    pub thumbnail: Option<String>,
    /// Playing time in seconds as stated.
    pub duration_seconds: Option<u64>,
}

/// The kinds of media that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MediaKind {
    /// A picture.
    Image,
    /// Sound.
    Audio,
    /// Moving pictures.
    Video,
    /// Chapter marks of a podcast episode.
    Chapters,
    /// The words of an episode.
    Transcript,
    /// Anything else.
    Other,
}
