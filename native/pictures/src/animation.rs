//! Frames, of which only what has changed is kept.

use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use crate::drawing::Drawing;
use crate::error::Error;
use crate::limits::{CHANGED_PIXELS, DELAY, FRAMES, PIXELS};
use crate::palette::{COLOURS, Histogram, Palette};

/// The last frame is shown this many times as long as the others, before the first one follows.
const AT_THE_END: u32 = 4;

/// A pixel of a [`Change`] that stays as it is.
const UNCHANGED: u32 = u32::MAX;

/// An animated GIF in the making.
///
/// All frames have the size of the first. A frame contains only the smallest rectangle around the
/// pixels that differ from the frame before, in which the others are transparent. All frames share
/// one palette, so nothing can be written before the last one is there.
pub struct Animation {
    delay: u16,
    shown: Option<Drawing>,
    changes: Vec<Change>,
    frames: usize,
    changed_pixels: usize,
    colours: Histogram,
}

/// What a frame changes.
struct Change {
    left: usize,
    top: usize,
    width: usize,
    pixels: Vec<u32>,
    /// For how many frames nothing else changes.
    frames: u32,
}

impl Animation {
    /// An animation without frames, which will show each of them for `delay` milliseconds, rounded
    /// to hundredths of a second. A `delay` outside [`DELAY`] becomes the nearest one in it.
    #[must_use]
    pub fn new(delay: u16) -> Self {
        Self {
            delay: delay.clamp(*DELAY.start(), *DELAY.end()),
            shown: None,
            changes: Vec::new(),
            frames: 0,
            changed_pixels: 0,
            colours: Histogram::new(),
        }
    }

    /// Adds a frame: an SVG document whose root has a `width` and a `height` in pixels. It is drawn
    /// on white.
    ///
    /// # Errors
    ///
    /// If the document is not well-formed, uses what cannot be drawn here, has another size than
    /// the first, or is beyond one of the [`limits`](crate::limits). The animation then stays as it
    /// is.
    pub fn add(&mut self, svg: &str) -> Result<(), Error> {
        self.add_drawing(svg).map_err(|message| Error::new(self.frames + 1, &message))
    }

    /// The number of frames.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.frames
    }

    fn add_drawing(&mut self, svg: &str) -> Result<(), String> {
        if self.frames == FRAMES {
            return Err(format!("there may be at most {FRAMES}"));
        }
        let drawing = Drawing::of(svg)?;
        if (self.frames + 1) * drawing.pixels.len() > PIXELS {
            return Err(format!("all frames together have more than {PIXELS} pixels"));
        }
        let change = match &self.shown {
            None => Some(Change::all(&drawing)),
            Some(before) => {
                let [size, first] = [&drawing, before].map(|it| (it.width, it.height));
                if size != first {
                    let ((width, height), (wide, high)) = (size, first);
                    return Err(format!(
                        "it is {width} × {height} pixels large, but the first one {wide} × {high}"
                    ));
                }
                Change::between(before, &drawing)
            }
        };
        if let Some(change) = change {
            let changed = self.changed_pixels + change.pixels.len();
            if changed > CHANGED_PIXELS {
                return Err(format!("more than {CHANGED_PIXELS} pixels change"));
            }
            self.changed_pixels = changed;
            for &colour in change.pixels.iter().filter(|&&colour| colour != UNCHANGED) {
                self.colours.count(colour);
            }
            self.changes.push(change);
        } else if let Some(last) = self.changes.last_mut() {
            last.frames += 1;
        }
        self.shown = Some(drawing);
        self.frames += 1;
        Ok(())
    }

    /// Writes the GIF, which repeats for ever. An animation without frames writes nothing.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let Some(Drawing { width, height, .. }) = self.shown else { return Ok(()) };
        let palette = self.colours.palette();
        let mut colours = palette.bytes();
        // The transparent one is the last of 256.
        colours.resize(3 * (COLOURS + 1), 0);
        let mut encoder = Encoder::new(out, width, height, &colours).map_err(cannot_write)?;
        encoder.set_repeat(Repeat::Infinite).map_err(cannot_write)?;
        for (index, change) in self.changes.iter().enumerate() {
            let last = index + 1 == self.changes.len();
            let frames = if last { change.frames - 1 + AT_THE_END } else { change.frames };
            let hundredths = frames.saturating_mul(u32::from(self.delay)).div_ceil(10);
            let frame = change.frame(&palette, u16::try_from(hundredths).unwrap_or(u16::MAX));
            encoder.write_frame(&frame).map_err(cannot_write)?;
        }
        encoder.into_inner().map_err(cannot_write)?.flush()
    }
}

fn cannot_write(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}

impl Change {
    fn all(drawing: &Drawing) -> Self {
        let width = drawing.width.into();
        Self { left: 0, top: 0, width, pixels: drawing.pixels.clone(), frames: 1 }
    }

    /// What differs between two drawings of the same size; `None` if nothing does.
    fn between(before: &Drawing, after: &Drawing) -> Option<Self> {
        let wide = usize::from(after.width);
        let rows = || before.pixels.chunks_exact(wide).zip(after.pixels.chunks_exact(wide));
        let differs = |(old, new): (&[u32], &[u32])| old != new;
        let top = rows().position(differs)?;
        let bottom = rows().rposition(differs)?;
        let differing =
            || rows().flat_map(|(old, new)| (0..wide).filter(move |&x| old[x] != new[x]));
        let (left, right) = (differing().min()?, differing().max()?);
        let part = |row: usize| row * wide + left..=row * wide + right;
        let pixels = (top..=bottom).flat_map(|row| {
            let (old, new) = (&before.pixels[part(row)], &after.pixels[part(row)]);
            old.iter().zip(new).map(|(old, new)| if old == new { UNCHANGED } else { *new })
        });
        Some(Self { left, top, width: right + 1 - left, pixels: pixels.collect(), frames: 1 })
    }

    /// As the GIF contains it. All numbers fit, because those of a drawing do.
    fn frame(&self, palette: &Palette, delay: u16) -> Frame<'static> {
        let transparent = COLOURS as u8;
        let index = |&colour: &u32| match colour {
            UNCHANGED => transparent,
            colour => palette.index(colour),
        };
        Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(transparent),
            left: self.left as u16,
            top: self.top as u16,
            width: self.width as u16,
            height: (self.pixels.len() / self.width) as u16,
            buffer: self.pixels.iter().map(index).collect::<Vec<u8>>().into(),
            ..Frame::default()
        }
    }
}
