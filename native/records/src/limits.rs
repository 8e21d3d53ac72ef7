//! How large a record may be, because input is untrusted.

/// The most bytes that the text of a record may have, and all text given to [`read`](crate::read).
pub const MAX_BYTES: usize = 1 << 20;

/// The most records in the text given to [`read`](crate::read).
pub const MAX_RECORDS: usize = 1_000;

/// The most moves that a tree may have, in all variations together. It also limits how deep
/// variations can be nested, because each has at least one move.
pub const MAX_MOVES: usize = 2_000;

/// The most characters that a comment may have.
pub const MAX_COMMENT: usize = 500;

/// The most tags that a tree may have, besides those for its game and its start.
pub const MAX_TAGS: usize = 50;

/// The most characters that the name of a tag may have.
pub const MAX_TAG_NAME: usize = 40;

/// The most characters that the text of a tag may have.
pub const MAX_TAG_TEXT: usize = 500;

/// The most properties that a node may have in [`sgf`](crate::sgf), which are more than the standard
/// defines.
pub const MAX_PROPERTIES: usize = 100;

/// The longest clock time in milliseconds: just under 10,000 hours.
pub const MAX_CLOCK: u64 = 10_000 * 60 * 60 * 1_000 - 1;
