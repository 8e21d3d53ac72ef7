//! Makes animated GIFs of drawings in SVG.
//!
//! A drawing is one frame of the [`Animation`]. It uses a part of SVG: shapes, groups, gradients,
//! `use` and a stylesheet. Anything else is an [`Error`] that names it, so nothing is left
//! out silently; text in particular has to be drawn as paths, because no fonts are available.
//!
//! Everything is bounded: see the constants of [`limits`].
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod animation;
mod drawing;
mod error;
mod extent;
pub mod limits;
mod palette;
mod subset;

pub use animation::Animation;
pub use error::Error;
