//! One drawing as pixels.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{Options, Tree};

use crate::limits::{ELEMENTS, FRAME_BYTES, SIDE};
use crate::{extent, subset};

/// A frame: its size, and its pixels row by row as `0x00RRGGBB`.
pub(crate) struct Drawing {
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) pixels: Vec<u32>,
}

impl Drawing {
    /// Draws a document in its own size, which its root states in pixels, on white.
    pub(crate) fn of(svg: &str) -> Result<Self, String> {
        if svg.len() > FRAME_BYTES {
            return Err(format!("it has more than {FRAME_BYTES} bytes"));
        }
        // Twice as many nodes, because the text between elements is a node too.
        let options = ParsingOptions { nodes_limit: 3 * ELEMENTS as u32, ..Default::default() };
        let document = Document::parse_with_options(svg, options)
            .map_err(|error| format!("it is not well-formed XML: {error}"))?;
        subset::check(&document)?;
        let (width, height) = size(&document)?;
        let tree = Tree::from_xmltree(&document, &Options::default())
            .map_err(|error| format!("it cannot be drawn: {error}"))?;
        extent::check(&tree)?;
        let mut picture = Pixmap::new(width.into(), height.into())
            .ok_or_else(|| "it does not fit in memory".to_owned())?;
        picture.fill(Color::WHITE);
        resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
        let pixels = picture
            .pixels()
            .iter()
            .map(|it| u32::from_be_bytes([0, it.red(), it.green(), it.blue()]));
        Ok(Self { width, height, pixels: pixels.collect() })
    }
}

fn size(document: &Document<'_>) -> Result<(u16, u16), String> {
    let side = |name: &str| {
        let text = document.root_element().attribute(name).unwrap_or_default();
        match text.parse::<u32>() {
            Ok(pixels) if (1..=SIDE).contains(&pixels) => Ok(pixels as u16),
            _ => Err(format!("its {name} must be a number of pixels from 1 to {SIDE}")),
        }
    };
    Ok((side("width")?, side("height")?))
}
