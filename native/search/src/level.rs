/// A named player on the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its number, counted from 1; higher levels are stronger.
    pub number: u32,
    /// The animal that it is named after. The pages translate the name and show a portrait.
    pub name: &'static str,
    /// Its player spec, which limits playouts or nodes, and also time; the last level only limits
    /// time.
    pub spec: &'static str,
}

/// The animals that levels are named after, weakest first. All ladders take their names from this
/// scale, so a name stands for about the same strength in every game.
const ANIMALS: [&str; 14] = [
    "sparrow", "hedgehog", "squirrel", "cat", "badger", "heron", "fox", "raven", "falcon", "lynx",
    "eagle", "wolf", "bear", "owl",
];

impl Level {
    /// Creates levels from their specs, weakest first. They are named after animals spread evenly
    /// over the scale, from the sparrow to the owl.
    ///
    /// # Panics
    ///
    /// If there are more levels than animals. In a constant, as all ladders are, this is an error
    /// at compile time.
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

/// The name of the level at an index in a ladder of `length` levels.
const fn animal(index: usize, length: usize) -> &'static str {
    assert!(length <= ANIMALS.len(), "a ladder has more levels than there are animals");
    if length < 2 {
        return ANIMALS[0];
    }
    // There are at least as many animals as levels, so no two levels get the same name.
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

    /// In every game, the player meets the same animal after beating the first level.
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
