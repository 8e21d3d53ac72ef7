//! A simple reference implementation of SEPARO: roots are pairs of points, angles are those of
//! vectors, and regions are found by flood fill in a picture.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use playout_games::separo::Separo;
use playout_games::{Game, Options, Reason, Region, Side};
use proptest::prelude::*;

use crate::tools::{after, dice, legal_texts};
use crate::whole_run::short_or_whole;

type Point = (i32, i32);
type Root = (Point, Point);
/// Triangles, each represented by a pixel inside it.
type Triangles = BTreeSet<Point>;

/// The distance between neighbouring points in pixels, large enough for each of the four triangles
/// of a square to contain a pixel that is on no line.
const STEP: i32 = 4;

#[derive(Clone)]
struct Reference {
    size: i32,
    /// 0 for Red, 1 for Blue.
    turn: usize,
    roots: [BTreeSet<Root>; 2],
}

fn name((column, row): Point) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Whether roots may leave a point towards both of these points.
fn may_both_leave(from: Point, a: Point, b: Point) -> bool {
    let (ax, ay) = (a.0 - from.0, a.1 - from.1);
    let (bx, by) = (b.0 - from.0, b.1 - from.1);
    // The sign of the cosine of the angle: 90 degrees and more are allowed.
    ax * bx + ay * by <= 0
}

impl Reference {
    fn new(size: i32) -> Self {
        Self { size, turn: 0, roots: [BTreeSet::new(), BTreeSet::new()] }
    }

    fn is_on_board(&self, (column, row): Point) -> bool {
        (0..self.size).contains(&column) && (0..self.size).contains(&row)
    }

    fn stones(&self, colour: usize) -> BTreeSet<Point> {
        let last = self.size - 1;
        let corners = [[(0, last), (last, 0)], [(0, 0), (last, last)]][colour];
        let ends = self.roots[colour].iter().flat_map(|&(a, b)| [a, b]);
        ends.chain(corners).collect()
    }

    /// Whether a root is at least 90 degrees away from its colour's other roots at its start.
    fn has_room(&self, colour: usize, from: Point, to: Point) -> bool {
        self.roots[colour].iter().all(|&(a, b)| {
            let others = [(a, b), (b, a)].into_iter().filter(|&(end, _)| end == from);
            others.into_iter().all(|(_, other)| may_both_leave(from, to, other))
        })
    }

    fn roots_to_draw(&self, colour: usize) -> Vec<[Point; 3]> {
        let (own, others) = (self.stones(colour), self.stones(1 - colour));
        let mut found = Vec::new();
        for &from in &own {
            for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let via = (from.0 + dx, from.1 + dy);
                for to in [(via.0 + dx, via.1), (via.0, via.1 + dy)] {
                    if self.is_on_board(to)
                        && !own.contains(&via)
                        && !others.contains(&via)
                        && !others.contains(&to)
                        && self.has_room(colour, from, via)
                        && self.has_room(colour, to, via)
                    {
                        found.push([from, via, to]);
                    }
                }
            }
        }
        found
    }

    fn is_over(&self) -> bool {
        (0..2).all(|colour| self.roots_to_draw(colour).is_empty())
    }

    fn draw(&mut self, colour: usize, from: Point, to: Point) {
        self.roots[colour].insert((from.min(to), from.max(to)));
    }

    /// All legal moves with the positions after them.
    fn moves(&self) -> Vec<(String, Self)> {
        let turned = Self { turn: 1 - self.turn, ..self.clone() };
        let roots = self.roots_to_draw(self.turn);
        if roots.is_empty() {
            return if self.is_over() { vec![] } else { vec![("--".to_owned(), turned)] };
        }
        let play = |[from, via, to]: [Point; 3]| {
            let mut next = turned.clone();
            next.draw(self.turn, from, via);
            next.draw(self.turn, via, to);
            (format!("{}-{}-{}", name(from), name(via), name(to)), next)
        };
        roots.into_iter().map(play).collect()
    }

    fn text(&self) -> String {
        let roots = |colour: usize| {
            let texts: Vec<_> =
                self.roots[colour].iter().map(|&(a, b)| name(a) + &name(b)).collect();
            if texts.is_empty() { "-".to_owned() } else { texts.join(",") }
        };
        format!("{} {} {} {}", self.size, ["r", "b"][self.turn], roots(0), roots(1))
    }

    /// A picture of a colour's walls: rows of pixels that are painted or not.
    fn picture(&self, colour: usize) -> Vec<Vec<bool>> {
        let last = STEP * (self.size - 1);
        let mut picture = vec![vec![false; last as usize + 1]; last as usize + 1];
        let mut paint = |x: i32, y: i32| picture[y as usize][x as usize] = true;
        for at in 0..=last {
            paint(at, 0);
            paint(at, last);
            paint(0, at);
            paint(last, at);
        }
        for &(a, b) in &self.roots[colour] {
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            for at in 0..=STEP {
                paint(STEP * a.0 + at * dx, STEP * a.1 + at * dy);
            }
        }
        picture
    }

    /// The filled areas larger than a unit square.
    fn regions(&self, colour: usize) -> BTreeSet<Triangles> {
        let mut picture = self.picture(colour);
        let mut regions = BTreeSet::new();
        // Every region contains a triangle, and every triangle a pixel.
        for start in self.all_triangles() {
            let mut triangles = Triangles::new();
            let mut wet = vec![start];
            while let Some((x, y)) = wet.pop() {
                if std::mem::replace(&mut picture[y as usize][x as usize], true) {
                    continue;
                }
                if is_middle_of_triangle((x, y)) {
                    triangles.insert((x, y));
                }
                wet.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
            }
            if triangles.len() > 4 {
                regions.insert(triangles);
            }
        }
        regions
    }

    fn all_triangles(&self) -> impl Iterator<Item = Point> {
        let pixels = STEP * (self.size - 1);
        let all = (0..pixels).flat_map(move |y| (0..pixels).map(move |x| (x, y)));
        all.filter(|&pixel| is_middle_of_triangle(pixel))
    }
}

fn is_middle_of_triangle((x, y): Point) -> bool {
    matches!((x % STEP, y % STEP), (2, 1 | 3) | (1 | 3, 2))
}

/// The corners of an outline as pixels.
fn corners(region: &Region) -> Vec<Point> {
    let pixel = |half_steps: u8| i32::from(half_steps) * STEP / 2;
    region.outline.iter().map(|&(x, y)| (pixel(x), pixel(y))).collect()
}

/// How many times an outline winds around a pixel, counterclockwise.
fn winding(corners: &[Point], (x, y): Point) -> i32 {
    let next = corners.iter().cycle().skip(1);
    let sides = corners.iter().zip(next).map(|(&a, &b)| {
        let left = (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0);
        match (a.1 <= y, b.1 <= y) {
            (true, false) if left > 0 => 1,
            (false, true) if left < 0 => -1,
            _ => 0,
        }
    });
    sides.sum()
}

/// The area that an outline encloses, in triangles.
fn area(region: &Region) -> i32 {
    let next = region.outline.iter().cycle().skip(1);
    let int = |corner: u8| i32::from(corner);
    let twice: i32 = region
        .outline
        .iter()
        .zip(next)
        .map(|(a, b)| int(a.0) * int(b.1) - int(b.0) * int(a.1))
        .sum();
    twice / 2
}

/// Compares everything except the outlines of regions.
fn agree(fast: &Separo, slow: &Reference) {
    let text = slow.text();
    assert_eq!(fast.to_string(), text);
    assert_eq!(fast.side_to_move(), Side::BOTH[slow.turn]);
    let moves = slow.moves();
    let mut texts: Vec<_> = moves.iter().map(|(mv, _)| mv.clone()).collect();
    texts.sort();
    assert_eq!(legal_texts(fast), texts, "{text}");

    let regions = [0, 1].map(|colour| slow.regions(colour));
    let score = [0, 1].map(|colour: usize| regions[colour].len() as u32);
    assert_eq!(fast.score(), Some(score), "{text}");
    let drawn = fast.diagram().regions.expect("regions are scored");
    for (drawn, regions) in drawn.iter().zip(&regions) {
        let mut areas: Vec<_> = drawn.iter().map(area).collect();
        let mut expected: Vec<_> = regions.iter().map(|region| region.len() as i32).collect();
        areas.sort_unstable();
        expected.sort_unstable();
        assert_eq!(areas, expected, "{text}");
    }

    assert_eq!(fast.outcome().is_some(), moves.is_empty(), "{text}");
    if let Some(ending) = fast.ending() {
        let winner = match score[0].cmp(&score[1]) {
            Ordering::Greater => "first",
            Ordering::Equal => "draw",
            Ordering::Less => "second",
        };
        assert_eq!((ending.outcome.name(), ending.reason), (winner, Reason::Regions), "{text}");
        let details = [("first", score[0]), ("second", score[1])];
        let details = details.map(|(name, regions)| (name, u64::from(regions).into()));
        assert_eq!(ending.details, details, "{text}");
    }
}

/// Each outline winds once around every triangle of its region and around no others.
fn pictures_agree(fast: &Separo, slow: &Reference) {
    let drawn = fast.diagram().regions.expect("regions are scored");
    for (colour, drawn) in drawn.iter().enumerate() {
        let inside = |region: &Region| -> Triangles {
            let corners = corners(region);
            let times = |&pixel: &Point| match winding(&corners, pixel) {
                0 => false,
                1 => true,
                other => panic!("{slow}: {other} times round {pixel:?}", slow = slow.text()),
            };
            slow.all_triangles().filter(times).collect()
        };
        let drawn: BTreeSet<_> = drawn.iter().map(inside).collect();
        assert_eq!(drawn, slow.regions(colour), "{}", slow.text());
    }
}

fn fast_start(size: i32) -> Separo {
    Separo::start(&Options::new([("size", size.to_string())])).expect("a start")
}

/// A random game, compared at every position.
fn compare_game(size: i32, seed: u64) {
    let mut pick = dice(seed);
    let (mut fast, mut slow) = (fast_start(size), Reference::new(size));
    loop {
        agree(&fast, &slow);
        let mut moves = slow.moves();
        if moves.is_empty() {
            break;
        }
        let (text, next) = moves.swap_remove(pick(moves.len() as u32) as usize);
        fast = after(&fast, fast.parse_move(&text).expect("both have the move"));
        slow = next;
    }
    pictures_agree(&fast, &slow);
}

#[test]
fn games_on_small_boards_agree_with_the_reference() {
    for seed in 0..short_or_whole(600, 2_400) {
        compare_game(4 + seed as i32 % 6, seed);
    }
}

#[test]
fn games_on_the_largest_board_agree_with_the_reference() {
    for seed in 0..short_or_whole(4, 12) {
        compare_game(19, seed);
    }
}

/// A position that the rules accept, even if no game leads to it: roots are added one at a time, of
/// either kind and from either end.
fn accepted(size: i32, seed: u64) -> Reference {
    let mut pick = dice(seed);
    let mut slow = Reference::new(size);
    slow.turn = pick(2) as usize;
    for colour in [0, 1, 0, 1] {
        let mut straight_less_diagonal = 0_i32;
        for _ in 0..pick((8 * size) as u32) {
            let own: Vec<_> = slow.stones(colour).into_iter().collect();
            let from = own[pick(own.len() as u32) as usize];
            let to = (from.0 + pick(3) as i32 - 1, from.1 + pick(3) as i32 - 1);
            let is_free = slow.is_on_board(to) && !slow.stones(1 - colour).contains(&to);
            let kind = if (to.0 - from.0) * (to.1 - from.1) == 0 { 1 } else { -1 };
            // There is at most one more of either kind, so that the counts are often equal.
            if from != to
                && is_free
                && (straight_less_diagonal + kind).abs() <= 1
                && slow.has_room(colour, from, to)
                && slow.has_room(colour, to, from)
            {
                slow.draw(colour, from, to);
                straight_less_diagonal += kind;
            }
        }
        if straight_less_diagonal != 0 {
            return accepted(size, seed.wrapping_add(1 << 32));
        }
    }
    slow
}

proptest! {
    #[test]
    fn accepted_positions_agree_with_the_reference(size in 4..=12_i32, seed in any::<u32>()) {
        let slow = accepted(size, seed.into());
        let fast = Separo::parse(&slow.text()).expect("it is accepted");
        agree(&fast, &slow);
        pictures_agree(&fast, &slow);
        for (text, next) in slow.moves() {
            let mv = fast.parse_move(&text).expect("both have the move");
            prop_assert_eq!(after(&fast, mv).to_string(), next.text());
            prop_assert_eq!(after(&fast, mv).score(), Separo::parse(&next.text()).expect("legal").score());
        }
    }
}
