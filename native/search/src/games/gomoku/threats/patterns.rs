//! What a stone would make in a line, looked up in a table.
//!
//! The table is indexed by the points on either side of an empty point, four in freestyle and five in
//! the variant `standard`. It has the class of the
//! line for both sides, and is computed once per rule, from the rule alone: a class says how many
//! more stones it takes to complete a row through the point, and how many ways there are.

use std::sync::LazyLock;

use playout_games::Game;
use playout_games::gomoku::Gomoku;

/// How far a line is looked at on either side of a point. A row through the point extends four
/// points; the fifth is for a sixth stone, which spoils a row in the variant `standard`.
pub(super) const REACH: u32 = 5;
/// The points around a point: five on either side.
pub(super) const AROUND: u32 = 2 * REACH;

/// What a stone on an empty point makes of one of the lines through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Class {
    /// No row can be completed through the point.
    Dead,
    /// One more stone makes a [`Two`](Self::Two).
    One,
    /// One more stone makes a two that can become an open three.
    OpenOne,
    /// One more stone makes a [`Three`](Self::Three).
    Two,
    /// One more stone makes an open or a broken three, at one or two points.
    BrokenTwo,
    /// One more stone makes an open or a broken three, at three points or more.
    OpenTwo,
    /// One more stone makes a four, but no open four.
    Three,
    /// One more stone makes an open four, at a single point.
    BrokenThree,
    /// One more stone makes an open four, at two points or more.
    OpenThree,
    /// One more stone completes a row, at a single point.
    Four,
    /// One more stone completes a row, at two points or more.
    OpenFour,
    /// The stone completes a row.
    Five,
}

impl Class {
    /// The number of classes.
    pub(super) const COUNT: usize = Self::Five as usize + 1;

    const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::BrokenTwo,
        Self::OpenTwo,
        Self::Three,
        Self::BrokenThree,
        Self::OpenThree,
        Self::Four,
        Self::OpenFour,
        Self::Five,
    ];

    /// The class with this number.
    pub(super) fn numbered(number: u32) -> Self {
        Self::ALL[number as usize]
    }
}

/// What a stone on an empty point makes of all four lines through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Shape {
    /// Nothing that the other shapes name.
    Quiet,
    /// A two that can become an open three.
    Two,
    /// Several such twos.
    Twos,
    /// An open or a broken three.
    Three,
    /// Several of these.
    ThreeThree,
    /// A four.
    Four,
    /// A four, and a two that can become an open three.
    FourTwo,
    /// A four, and an open or a broken three.
    FourThree,
    /// An open four or several fours: unless the opponent completes a row at once, it wins.
    OpenFour,
    /// A completed row.
    Five,
}

impl Shape {
    /// The number of shapes.
    pub(super) const COUNT: usize = Self::Five as usize + 1;

    const ALL: [Self; Self::COUNT] = [
        Self::Quiet,
        Self::Two,
        Self::Twos,
        Self::Three,
        Self::ThreeThree,
        Self::Four,
        Self::FourTwo,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];

    /// The shape with this number.
    pub(super) fn numbered(number: u8) -> Self {
        Self::ALL[usize::from(number)]
    }

    /// The shape of four classes, packed into four bits each.
    fn of(classes: u16) -> Self {
        let mut counts = [0; Self::COUNT];
        for direction in 0..4 {
            let class = Class::numbered(u32::from(classes >> (4 * direction) & 0xF));
            let part = match class {
                Class::Five => Self::Five,
                Class::OpenFour => Self::OpenFour,
                Class::Four => Self::Four,
                Class::OpenThree | Class::BrokenThree => Self::Three,
                Class::OpenTwo | Class::BrokenTwo => Self::Two,
                _ => Self::Quiet,
            };
            counts[part as usize] += 1;
        }
        let count = |shape: Self| counts[shape as usize];
        match (count(Self::Four), count(Self::Three), count(Self::Two)) {
            _ if count(Self::Five) > 0 => Self::Five,
            _ if count(Self::OpenFour) > 0 => Self::OpenFour,
            (2.., _, _) => Self::OpenFour,
            (1, 1.., _) => Self::FourThree,
            (1, _, 1..) => Self::FourTwo,
            (1, ..) => Self::Four,
            (_, 2.., _) => Self::ThreeThree,
            (_, 1, _) => Self::Three,
            (.., 2..) => Self::Twos,
            (.., 1) => Self::Two,
            _ => Self::Quiet,
        }
    }
}

/// The shapes by the classes of the four lines, four bits each.
pub(super) type Shapes = [u8; 1 << 16];

/// The classes for both sides by the stones around a point. The index has one colour's stones, then
/// above them the other's; a bit set in both is off the board. The low four bits of an entry are the
/// class for the first colour.
#[derive(Debug)]
pub(super) struct Patterns {
    /// How far stones matter.
    reach: u32,
    classes: Box<[u8]>,
}

static FREESTYLE: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(false));
static STANDARD: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(true));
static SHAPES: LazyLock<Box<Shapes>> = LazyLock::new(|| {
    let is_class =
        |classes: u16, direction: u32| usize::from(classes >> (4 * direction) & 0xF) < Class::COUNT;
    let shape = |classes| {
        if (0..4).all(|direction| is_class(classes, direction)) {
            Shape::of(classes) as u8
        } else {
            0
        }
    };
    let shapes: Box<[u8]> = (0..=u16::MAX).map(shape).collect();
    shapes.try_into().expect("one for each number")
});

/// The table of shapes.
pub(super) fn shapes() -> &'static Shapes {
    &SHAPES
}

impl Patterns {
    /// The table for a position's variant.
    pub(super) fn of(position: &Gomoku) -> &'static Self {
        Self::by_rule(position.variant() == "standard")
    }

    /// The table for a rule: whether rows have to be exactly five long.
    pub(super) fn by_rule(is_exact: bool) -> &'static Self {
        if is_exact { &STANDARD } else { &FREESTYLE }
    }

    /// The classes for two colours, four bits each, by the bits around a point: five on either side,
    /// the nearest in the middle.
    pub(super) fn classes(&self, own: u32, other: u32) -> u8 {
        let [own, other] = [own, other].map(|bits| self.seen(bits));
        self.classes[(other << (2 * self.reach) | own) as usize]
    }

    /// The class for the first colour.
    pub(super) fn class(&self, own: u32, other: u32) -> Class {
        Class::numbered(u32::from(self.classes(own, other) & 0xF))
    }

    /// The distances of the points whose classes a stone can change, from -[`REACH`] in bit 0 to
    /// [`REACH`].
    pub(super) fn near(&self) -> u32 {
        let all = (1 << (2 * REACH + 1)) - 1;
        let far = REACH - self.reach;
        all & all << far & all >> far & !(1 << REACH)
    }

    /// The bits around a point that matter.
    fn seen(&self, bits: u32) -> u32 {
        bits >> (REACH - self.reach) & ((1 << (2 * self.reach)) - 1)
    }

    fn new(is_exact: bool) -> Self {
        // The fifth point matters only where a sixth stone spoils a row.
        let reach = if is_exact { REACH } else { REACH - 1 };
        let mut known = vec![UNKNOWN; 1 << (2 * AROUND)];
        let classify = Classify { is_exact };
        let bits = 2 * reach;
        let around = |seen: u32| seen << (REACH - reach);
        let mask = around((1 << bits) - 1);
        // Only one colour's stones matter beside the points that are blocked for it.
        for own in (0..1 << bits).map(around) {
            let mut blocked = 0;
            loop {
                classify.class(own, blocked, &mut known);
                // The next subset of the points without a stone.
                blocked = blocked.wrapping_sub(!own & mask) & !own & mask;
                if blocked == 0 {
                    break;
                }
            }
        }
        let class = |own: u32, other: u32| known[(other << AROUND | own & !other) as usize];
        let entry = |index: u32| {
            let [own, other] = [index & ((1 << bits) - 1), index >> bits].map(around);
            class(own, other) | class(other, own) << 4
        };
        Self { reach, classes: (0..1 << (2 * bits)).map(entry).collect() }
    }
}

const UNKNOWN: u8 = u8::MAX;

/// Classifies lines under one rule.
struct Classify {
    /// Whether a row has to be exactly five long.
    is_exact: bool,
}

impl Classify {
    /// The class by one colour's stones and the points that are blocked for it.
    fn class(&self, own: u32, blocked: u32, known: &mut [u8]) -> u8 {
        let index = (blocked << AROUND | own) as usize;
        if known[index] == UNKNOWN {
            known[index] = self.compute(own, blocked, known) as u8;
        }
        known[index]
    }

    fn compute(&self, own: u32, blocked: u32, known: &mut [u8]) -> Class {
        if self.is_five(own) {
            return Class::Five;
        }
        // The classes that one more stone leads to; a stone five points away completes no row.
        let mut next = [0; Class::COUNT];
        for bit in 1..AROUND - 1 {
            let stone = 1 << bit;
            if (own | blocked) & stone == 0 {
                next[usize::from(self.class(own | stone, blocked, known))] += 1;
            }
        }
        let any = |classes: &[Class]| classes.iter().map(|&it| next[it as usize]).sum::<u32>();
        if any(&[Class::Five]) > 1 {
            Class::OpenFour
        } else if any(&[Class::Five]) == 1 {
            Class::Four
        } else if any(&[Class::OpenFour]) > 1 {
            Class::OpenThree
        } else if any(&[Class::OpenFour]) == 1 {
            Class::BrokenThree
        } else if any(&[Class::Four]) > 0 {
            Class::Three
        } else if any(&[Class::OpenThree, Class::BrokenThree]) > 2 {
            Class::OpenTwo
        } else if any(&[Class::OpenThree, Class::BrokenThree]) > 0 {
            Class::BrokenTwo
        } else if any(&[Class::Three]) > 0 {
            Class::Two
        } else if any(&[Class::OpenTwo, Class::BrokenTwo]) > 0 {
            Class::OpenOne
        } else if any(&[Class::Two]) > 0 {
            Class::One
        } else {
            Class::Dead
        }
    }

    /// Whether a stone on the point completes a row.
    fn is_five(&self, own: u32) -> bool {
        // The stones next to the point, without a gap.
        let before = (own << (u32::BITS - REACH)).leading_ones();
        let after = (own >> REACH).trailing_ones();
        let length = 1 + before + after;
        length == 5 || length > 5 && !self.is_exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line written as a picture: `*` is the point, `x` own stones, `o` the other's, `|` off the
    /// board, `.` empty. The points beyond the text are off the board.
    fn bits(line: &str) -> [u32; 2] {
        let middle = line.find('*').expect("a point") as i32;
        let mut bits = [0; 2];
        for offset in (-5..=5).filter(|&offset| offset != 0) {
            let bit = 1 << if offset < 0 { offset + 5 } else { offset + 4 };
            let at = usize::try_from(middle + offset).ok();
            match at.and_then(|at| line.as_bytes().get(at)).copied().unwrap_or(b'|') {
                b'.' => {}
                b'x' => bits[0] |= bit,
                b'o' => bits[1] |= bit,
                b'|' => bits.iter_mut().for_each(|bits| *bits |= bit),
                other => panic!("{other} in {line}"),
            }
        }
        bits
    }

    #[test]
    fn lines_have_the_classes_that_people_name() {
        use Class::*;
        for (line, freestyle, standard) in [
            ("..xxxx*..", Five, Five),
            ("xx*xx.x", Five, Five),
            ("xxx*xx", Five, Dead),
            ("..xxx*..", OpenFour, OpenFour),
            (".xxx*.", OpenFour, OpenFour),
            ("oxxx*.", Four, Four),
            ("oxxx*.x", Four, Dead),
            ("..xx*..", OpenThree, OpenThree),
            ("|.xx*.|", Three, Three),
            ("|.xx*..|", BrokenThree, BrokenThree),
            ("..x.x*..", BrokenThree, BrokenThree),
            ("x.xx*.xx", OpenFour, Four),
            ("oxx*...", Three, Three),
            ("...x*...", OpenTwo, OpenTwo),
            ("..x..*..", BrokenTwo, BrokenTwo),
            ("ox*....", Two, Two),
            ("....*....", OpenOne, OpenOne),
            ("o*....", One, One),
            ("o.*..o", Dead, Dead),
            ("ox*xxo", Dead, Dead),
        ] {
            let [own, other] = bits(line);
            assert_eq!(FREESTYLE.class(own, other), freestyle, "{line} in freestyle");
            assert_eq!(STANDARD.class(own, other), standard, "{line} in standard");
        }
    }

    #[test]
    fn both_colours_are_in_one_entry() {
        let [own, other] = bits("..xxx*oo..");
        let classes = FREESTYLE.classes(own, other);
        assert_eq!(classes & 0xF, Class::Four as u8);
        assert_eq!(FREESTYLE.classes(other, own), classes.rotate_left(4));
    }

    #[test]
    fn several_lines_make_a_shape() {
        use Class::*;
        for (classes, expected) in [
            ([Dead, One, OpenOne, Two], Shape::Quiet),
            ([Three, Dead, Two, OpenTwo], Shape::Two),
            ([BrokenTwo, OpenTwo, Two, Dead], Shape::Twos),
            ([OpenThree, OpenTwo, Dead, Three], Shape::Three),
            ([OpenThree, BrokenThree, Dead, Dead], Shape::ThreeThree),
            ([Four, Dead, Three, Two], Shape::Four),
            ([Four, BrokenTwo, Dead, Dead], Shape::FourTwo),
            ([Dead, Dead, BrokenThree, Four], Shape::FourThree),
            ([Four, Four, Dead, Dead], Shape::OpenFour),
            ([OpenFour, Dead, Dead, Dead], Shape::OpenFour),
            ([OpenFour, Five, Dead, Dead], Shape::Five),
        ] {
            let packed = classes.iter().fold(0, |packed, &class| packed << 4 | class as usize);
            assert_eq!(Shape::numbered(shapes()[packed]), expected, "{classes:?}");
        }
    }

    #[test]
    fn the_tables_are_small() {
        let bytes = [&FREESTYLE, &STANDARD].map(|it| it.classes.len()).iter().sum::<usize>();
        assert!(bytes + shapes().len() < 1_200_000);
    }
}
