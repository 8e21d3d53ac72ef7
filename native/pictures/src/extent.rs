//! Checks how far a drawing reaches once all transformations are applied.
//!
//! The library that draws divides shapes into lines and pixels without looking whether anybody will
//! see them, so a drawing that is enlarged a million times would never be finished.

use resvg::tiny_skia::Rect;
use resvg::usvg::{Group, Node, Tree};

use crate::limits::{LAYERS, REACH};

pub(crate) fn check(tree: &Tree) -> Result<(), String> {
    group(tree.root(), 0)
}

fn group(it: &Group, layers: usize) -> Result<(), String> {
    let layers = layers + usize::from(it.should_isolate());
    if layers > LAYERS {
        return Err(format!("more than {LAYERS} groups with an opacity are nested"));
    }
    for child in it.children() {
        match child {
            Node::Group(child) => group(child, layers)?,
            Node::Path(child) => {
                reach(child.abs_bounding_box())?;
                reach(child.abs_stroke_bounding_box())?;
            }
            Node::Image(_) | Node::Text(_) => return Err("it has an image or text".to_owned()),
        }
    }
    Ok(())
}

fn reach(bounds: Rect) -> Result<(), String> {
    let sides = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
    if sides.iter().all(|side| side.abs() <= REACH) {
        Ok(())
    } else {
        Err(format!("it reaches more than {REACH} pixels from its corner"))
    }
}
