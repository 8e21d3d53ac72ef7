//! The colours that all frames share.

/// How many colours a palette has besides the transparent one.
pub(crate) const COLOURS: usize = 255;

/// Colours are counted by the six highest bits of each component.
const BITS: u32 = 6;
const CELLS: usize = 1 << (3 * BITS);

/// How often colours occur.
pub(crate) struct Histogram {
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    count: u64,
    sums: [u64; 3],
}

impl Cell {
    fn mean(&self) -> [u8; 3] {
        self.sums.map(|sum| ((sum + self.count / 2) / self.count.max(1)) as u8)
    }
}

/// The cell of a colour.
fn cell(colour: u32) -> usize {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
        .iter()
        .fold(0, |index, &part| index << BITS | usize::from(part) >> (8 - BITS))
}

impl Histogram {
    pub(crate) fn new() -> Self {
        Self { cells: vec![Cell::default(); CELLS] }
    }

    pub(crate) fn count(&mut self, colour: u32) {
        let [_, parts @ ..] = colour.to_be_bytes();
        let cell = &mut self.cells[cell(colour)];
        cell.count += 1;
        for (sum, part) in cell.sums.iter_mut().zip(parts) {
            *sum += u64::from(part);
        }
    }

    /// A palette in which every colour counted has a similar one.
    pub(crate) fn palette(&self) -> Palette {
        let samples = self.cells.iter().filter(|cell| cell.count > 0).map(Sample::of);
        let colours = chosen(samples.collect());
        let mut nearest = vec![0; CELLS];
        for (index, cell) in self.cells.iter().enumerate() {
            if cell.count > 0 {
                nearest[index] = nearest_of(&colours, cell.mean());
            }
        }
        Palette { colours, nearest }
    }
}

/// A colour with its weight.
struct Sample {
    colour: [u8; 3],
    weight: f64,
}

impl Sample {
    /// The square root of the number, or the shades of large areas would take almost all colours,
    /// and small marks would lose theirs.
    fn of(cell: &Cell) -> Self {
        Self { colour: cell.mean(), weight: (cell.count as f64).sqrt() }
    }
}

/// Similar colours, which become one.
struct Group {
    samples: Vec<Sample>,
    mean: [f64; 3],
    /// The component in which the colours differ most, and by how much: the sum of the squares of
    /// the distances to the mean.
    widest: usize,
    error: f64,
}

impl Group {
    fn of(samples: Vec<Sample>) -> Self {
        let weight: f64 = samples.iter().map(|it| it.weight).sum();
        let mean = [0, 1, 2].map(|part| {
            let sum: f64 = samples.iter().map(|it| it.weight * f64::from(it.colour[part])).sum();
            sum / weight
        });
        let error = |part: usize| -> f64 {
            let off = |it: &Sample| f64::from(it.colour[part]) - mean[part];
            samples.iter().map(|it| it.weight * off(it) * off(it)).sum()
        };
        let errors = [0, 1, 2].map(error);
        let widest = (0..3).max_by(|&a, &b| errors[a].total_cmp(&errors[b])).unwrap_or_default();
        Self { samples, mean, widest, error: errors[widest] }
    }

    /// Divides the group at its mean, so neither part is empty if its colours differ.
    fn divided(self) -> [Self; 2] {
        let Self { samples, mean, widest, .. } = self;
        let (low, high) =
            samples.into_iter().partition(|it| f64::from(it.colour[widest]) <= mean[widest]);
        [low, high].map(Self::of)
    }
}

/// Chooses at most [`COLOURS`] colours: divides the colours into groups, always the group that
/// differs most, and returns the means. (Like median cut, Heckbert 1982, but by squared errors, as
/// in Wu 1991: the median does not see colours that are rare.)
fn chosen(samples: Vec<Sample>) -> Vec<[u8; 3]> {
    let mut groups = vec![Group::of(samples)];
    while groups.len() < COLOURS {
        let errors = groups.iter().map(|group| group.error).enumerate();
        let Some((index, error)) = errors.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
        if error <= 0.0 {
            break;
        }
        let group = groups.swap_remove(index);
        groups.extend(group.divided());
    }
    groups.iter().map(|group| group.mean.map(|part| part.round() as u8)).collect()
}

fn nearest_of(colours: &[[u8; 3]], wanted: [u8; 3]) -> u8 {
    let distance = |colour: &[u8; 3]| -> u32 {
        let squares = colour.iter().zip(wanted).map(|(&it, want)| u32::from(it.abs_diff(want)));
        squares.map(|it| it * it).sum()
    };
    let nearest = (0..colours.len()).min_by_key(|&index| distance(&colours[index]));
    nearest.unwrap_or_default() as u8
}

/// At most [`COLOURS`] colours.
pub(crate) struct Palette {
    colours: Vec<[u8; 3]>,
    nearest: Vec<u8>,
}

impl Palette {
    /// The colours as bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// The number of the colour most similar to one that was counted.
    pub(crate) fn index(&self, colour: u32) -> u8 {
        self.nearest[cell(colour)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(colours: impl IntoIterator<Item = u32>) -> Histogram {
        let mut histogram = Histogram::new();
        for colour in colours {
            histogram.count(colour);
        }
        histogram
    }

    fn shown(palette: &Palette, colour: u32) -> [u8; 3] {
        palette.colours[usize::from(palette.index(colour))]
    }

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let colours = [0x00ff_ffff, 0x0012_3456, 0x00c2_3b26];
        let palette = histogram(colours).palette();
        assert_eq!(palette.bytes().len(), 9);
        for colour in colours {
            assert_eq!([&[0][..], &shown(&palette, colour)].concat(), colour.to_be_bytes());
        }
    }

    #[test]
    fn many_colours_get_similar_ones_and_rare_ones_are_not_lost() {
        let wood = (0..400_000_u32).map(|n| {
            let shade = n % 140;
            (shade + 100) << 16 | (shade + n % 23 + 70) << 8 | (shade / 2 + n % 11 * 4 + 20)
        });
        let red = 0x00f0_1020;
        let palette = histogram(wood.clone().chain([red; 300])).palette();
        assert_eq!(palette.bytes().len(), 3 * COLOURS);
        for colour in wood.take(10_000).chain([red]) {
            let [_, wanted @ ..] = colour.to_be_bytes();
            let shown = shown(&palette, colour);
            let off = shown.iter().zip(wanted).map(|(it, want)| it.abs_diff(want)).max();
            assert!(off <= Some(12), "{colour:06x}: {shown:?}");
        }
    }
}
