/// A named player of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its number, from 1; higher levels are stronger.
    pub number: u32,
    /// The animal it is named after; the page has its name in the reader's language and a portrait.
    pub name: &'static str,
    /// Its player spec: playouts or nodes, with time as a ceiling; for the last level only time.
    pub spec: &'static str,
}

/// The animals that levels are named after, from the weakest to the strongest. All ladders
/// take their names from this one scale, so a name means about the same in every game.
const ANIMALS: [&str; 14] = [
    "sparrow", "hedgehog", "squirrel", "cat", "badger", "heron", "fox", "raven", "falcon", "lynx",
    "eagle", "wolf", "bear", "owl",
];

impl Level {
    /// Levels from their specs, the weakest first, numbered by position and named after animals
    /// that are spread evenly over the scale, from the sparrow to the owl.
    ///
    /// # Panics
    ///
    /// If there are more levels than animals. All ladders are constants, so such a ladder does not
    /// compile.
    #[must_use]
    pub const fn ladder<const N: usize>(specs: [&'static str; N]) -> [Self; N] {
        let mut levels = [Self { number: 0, name: "", spec: "" }; N];
        let mut index = 0;
        while index < N {
            let name = animal(index, N);
            levels[index] = Self { number: index as u32 + 1, name, spec: specs[index] };
            index += 1;
        }
        levels
    }
}

/// The name at an index, from 0, in a ladder of `length` levels.
const fn animal(index: usize, length: usize) -> &'static str {
    assert!(length <= ANIMALS.len(), "a ladder has more levels than there are animals");
    if length < 2 {
        return ANIMALS[0];
    }
    // At most one level per animal, so each step is at least one animal and no two names are equal.
    ANIMALS[index * (ANIMALS.len() - 1) / (length - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(length: usize) -> Vec<&'static str> {
        (0..length).map(|index| animal(index, length)).collect()
    }

    #[test]
    fn a_ladder_of_any_length_climbs_from_the_sparrow_to_the_owl() {
        for length in 2..=ANIMALS.len() {
            let names = names(length);
            assert_eq!((names[0], names[length - 1]), ("sparrow", "owl"));
            let ranks = names.iter().map(|name| ANIMALS.iter().position(|animal| animal == name));
            assert!(ranks.is_sorted_by(|low, high| low < high), "{names:?}");
        }
        assert_eq!(names(1), ["sparrow"]);
        assert_eq!(names(ANIMALS.len()), ANIMALS);
    }

    /// After beating the first level, a player meets the same animal next in every game.
    #[test]
    fn the_second_level_is_the_hedgehog() {
        for length in 8..=ANIMALS.len() {
            assert_eq!(animal(1, length), "hedgehog");
        }
    }

    #[test]
    #[should_panic = "more levels than there are animals"]
    fn a_ladder_longer_than_the_scale_is_refused() {
        names(ANIMALS.len() + 1);
    }
}
