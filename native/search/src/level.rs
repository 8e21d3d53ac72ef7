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

/// The animals that levels are named after, weakest first. Ladders of up to 14 levels take their names
/// from this scale, so there a name stands for about the same strength in every game.
const ANIMALS: [&str; 14] = [
    "sparrow", "hedgehog", "squirrel", "cat", "badger", "heron", "fox", "raven", "falcon", "lynx",
    "eagle", "wolf", "bear", "owl",
];

/// The animals between the bear and the owl, weakest first, for ladders that are longer than the
/// scale. They are not part of it, because matches and browsers store names: a longer scale would
/// rename levels of the shorter ladders.
const MORE_ANIMALS: [&str; 6] = ["stag", "tiger", "gorilla", "orca", "rhino", "elephant"];

impl Level {
    /// Creates levels from their specs, weakest first. They are named after animals, from the sparrow
    /// to the owl. Up to 14 levels are spread evenly over the scale of 14 animals; a longer ladder
    /// has all of these, and as many more as it needs between the bear and the owl.
    ///
    /// # Panics
    ///
    /// If there are more than 20 levels, because there are no more animals. In a constant, as all
    /// ladders are, this is an error at compile time.
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
    let last = ANIMALS.len() - 1;
    assert!(
        length <= ANIMALS.len() + MORE_ANIMALS.len(),
        "a ladder has more levels than there are animals"
    );
    if length < 2 {
        ANIMALS[0]
    } else if length <= ANIMALS.len() {
        // There are at least as many animals as levels, so no two levels get the same name.
        ANIMALS[index * last / (length - 1)]
    } else if index < last {
        ANIMALS[index]
    } else if index + 1 < length {
        MORE_ANIMALS[index - last]
    } else {
        ANIMALS[last]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = ANIMALS.len() + MORE_ANIMALS.len();

    fn names(length: usize) -> Vec<&'static str> {
        (0..length).map(|index| animal(index, length)).collect()
    }

    /// Matches and browsers store these names.
    #[test]
    fn the_names_of_a_ladder_are_fixed() {
        let up_to_thirteen = [
            "sparrow hedgehog cat heron raven lynx wolf owl",
            "sparrow hedgehog cat badger fox falcon lynx wolf owl",
            "sparrow hedgehog squirrel badger heron raven falcon eagle wolf owl",
            "sparrow hedgehog squirrel cat heron fox raven lynx eagle wolf owl",
            "sparrow hedgehog squirrel cat badger heron raven falcon lynx eagle wolf owl",
            "sparrow hedgehog squirrel cat badger heron fox raven falcon lynx eagle wolf owl",
        ];
        for (length, ladder) in (8..=13).zip(up_to_thirteen) {
            assert_eq!(names(length).join(" "), ladder);
        }
        let longest = "sparrow hedgehog squirrel cat badger heron fox raven falcon lynx eagle wolf \
                       bear stag tiger gorilla orca rhino elephant owl";
        let longest: Vec<_> = longest.split(' ').collect();
        for length in 14..=20 {
            assert_eq!(names(length), [&longest[..length - 1], &["owl"]].concat());
        }
    }

    #[test]
    fn a_ladder_of_any_length_climbs_from_the_sparrow_to_the_owl() {
        let all = names(MOST);
        for length in 2..=MOST {
            let names = names(length);
            assert_eq!((names[0], names[length - 1]), ("sparrow", "owl"));
            let ranks = names.iter().map(|name| all.iter().position(|animal| animal == name));
            assert!(ranks.is_sorted_by(|low, high| low < high), "{names:?}");
        }
        assert_eq!(names(1), ["sparrow"]);
    }

    /// In every game, the player meets the same animal after beating the first level.
    #[test]
    fn the_second_level_is_the_hedgehog() {
        for length in 8..=MOST {
            assert_eq!(animal(1, length), "hedgehog");
        }
    }

    #[test]
    #[should_panic = "more levels than there are animals"]
    fn a_ladder_with_more_levels_than_animals_is_refused() {
        names(MOST + 1);
    }
}
