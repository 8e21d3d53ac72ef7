//! Checks how far a drawing reaches once all transformations are applied.
//!
//! The library that draws divides shapes into lines and pixels without looking whether anybody will
//! see them, so a drawing that is enlarged a million times would never be finished.

use resvg::tiny_skia::{Rect, Transform};
use resvg::usvg::{Group, Node, Paint, Path, Tree};

use crate::limits::{LAYERS, REACH, TILE};

pub(crate) fn check(tree: &Tree) -> Result<(), String> {
    group(tree.root(), Transform::identity(), 0)
}

/// `before` is what is applied to the coordinates that the tree calls absolute: those of a pattern
/// are within its tile.
fn group(it: &Group, before: Transform, layers: usize) -> Result<(), String> {
    let layers = layers + usize::from(it.should_isolate());
    if layers > LAYERS {
        return Err(format!("more than {LAYERS} groups with an opacity are nested"));
    }
    for child in it.children() {
        match child {
            Node::Group(child) => group(child, before, layers)?,
            Node::Path(child) => path(child, before, layers)?,
            Node::Image(_) | Node::Text(_) => return Err("it has an image or text".to_owned()),
        }
    }
    Ok(())
}

fn path(it: &Path, before: Transform, layers: usize) -> Result<(), String> {
    reach(it.abs_bounding_box(), before)?;
    reach(it.abs_stroke_bounding_box(), before)?;
    let paints = [it.fill().map(|fill| fill.paint()), it.stroke().map(|stroke| stroke.paint())];
    for paint in paints.into_iter().flatten() {
        if let Paint::Pattern(pattern) = paint {
            let whole = before.pre_concat(it.abs_transform()).pre_concat(pattern.transform());
            let (across, down) = whole.get_scale();
            let tile = pattern.rect().width() * across * pattern.rect().height() * down;
            if tile.is_nan() || tile > TILE {
                return Err("the tiles of a pattern are too large".to_owned());
            }
            group(pattern.root(), Transform::from_scale(across, down), layers + 1)?;
        }
    }
    Ok(())
}

fn reach(bounds: Rect, before: Transform) -> Result<(), String> {
    let beyond = || format!("it reaches more than {REACH} pixels from its corner");
    let bounds = bounds.transform(before).ok_or_else(beyond)?;
    let sides = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
    if sides.iter().all(|side| side.abs() <= REACH) { Ok(()) } else { Err(beyond()) }
}
