//! The limits of an animation, which bound the memory and the time that it takes.

/// The largest drawing, in bytes.
pub const FRAME_BYTES: usize = 1 << 20;

/// How many frames an animation may have.
pub const FRAMES: usize = 1_000;

/// The largest width and height of a frame, in pixels.
pub const SIDE: u32 = 1_200;

/// How many pixels all frames together may have: 1,000 frames of 500 × 500 pixels.
pub const PIXELS: usize = 250_000_000;

/// How many pixels may differ from the frame before, in all frames together. They are kept until
/// the end, 4 bytes each.
pub const CHANGED_PIXELS: usize = 50_000_000;

/// How many elements a drawing may have, each counted as often as it is used.
pub const ELEMENTS: usize = 50_000;

/// How deep elements may be nested, and how often `use` may lead to another `use`.
pub const DEPTH: usize = 32;

/// The range of the time that a frame is shown, in milliseconds.
pub const DELAY: std::ops::RangeInclusive<u16> = 20..=10_000;

/// The largest number that a drawing may contain.
pub const NUMBER: f64 = 10_000.0;

/// How far from the frame's corner a drawing may reach, in pixels.
pub const REACH: f32 = 20_000.0;

/// How many groups with an opacity of their own, or nested drawings, may be within each other. Each
/// takes as much memory as a few frames.
pub const LAYERS: usize = 6;
