//! A small game with features that Quarto lacks: a side that moves twice in a row, forced passes,
//! and draws by repetition.

use std::collections::HashSet;
use std::fmt;

use playout_games::{
    Code, Diagram, Ending, Error, Game, GameOption, Options, Outcome, Playouts, Record, Side,
};
use playout_search::{FromScratch, Level, Policy, Random, SearchGame, playout};

use crate::support::{choose, search};

/// A token on a track: `First` wins if it reaches 8, `Second` if it reaches 0. Of every `TURNS`
/// plies, the last is `Second`'s and the others are `First`'s. With `PASS`, `Second` must pass if
/// the token is on 4. The second occurrence of a position is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Race<const TURNS: u8, const PASS: bool> {
    place: u8,
    turn: u8,
}

impl<const TURNS: u8, const PASS: bool> fmt::Display for Race<TURNS, PASS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.place, self.turn)
    }
}

impl<const TURNS: u8, const PASS: bool> Game for Race<TURNS, PASS> {
    type Move = i8;

    const NAME: &'static str = "race";
    const OPTIONS: &'static [GameOption] = &[GameOption::variant(&["plain"], "the only one")];
    const MOVE_FORMS: &'static [&'static str] = &["3"];
    const REPETITIONS_TO_DRAW: u32 = 2;

    fn start(_: &Options) -> Result<Self, Error> {
        Ok(Self { place: 4, turn: 0 })
    }

    fn parse(_: &str) -> Result<Self, Error> {
        Err(Error::new(Code::BadPosition, "unread", "positions have no text here"))
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[0]
    }

    fn side_to_move(&self) -> Side {
        if self.turn + 1 == TURNS { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.place {
            0 => Some(Outcome::Win(Side::Second)),
            8 => Some(Outcome::Win(Side::First)),
            _ => None,
        }
    }

    fn ending(&self) -> Option<Ending> {
        None
    }

    fn diagram(&self) -> Diagram {
        Diagram::empty(self, 0, 0, &[])
    }

    fn legal_moves(&self, moves: &mut Vec<i8>) {
        if self.outcome().is_some() {
            return;
        }
        match self.side_to_move() {
            Side::Second if PASS && self.place == 4 => moves.push(0),
            _ => moves.extend([-1, 1]),
        }
    }

    fn play(&mut self, mv: i8) {
        self.place = self.place.checked_add_signed(mv).expect("the token stays on the track");
        self.turn = (self.turn + 1) % TURNS;
    }

    fn key(&self) -> u64 {
        u64::from(self.place) << 8 | u64::from(self.turn)
    }

    fn move_text(&self, mv: i8) -> String {
        mv.to_string()
    }

    fn steps(&self, mv: i8) -> Vec<String> {
        vec![mv.to_string()]
    }

    fn parse_move(&self, text: &str) -> Result<i8, Error> {
        text.parse().map_err(|_| Error::new(Code::BadMove, "unreadable", "not a number"))
    }
}

impl<const TURNS: u8, const PASS: bool> Playouts for Race<TURNS, PASS> {}

impl<const TURNS: u8, const PASS: bool> SearchGame for Race<TURNS, PASS> {
    const LEVELS: &'static [Level] = &[];
    const STRONGEST: &'static str = "mcts";

    type Accumulator = FromScratch;

    fn evaluate(&self) -> i32 {
        0
    }

    playout_search::compile_strategies!();
}

/// The players that prove results.
const PROVERS: [&str; 3] =
    ["mcts:playouts=20000", "mcts:playouts=20000,policy=evaluation", "minimax:nodes=1000000"];

/// The outcome with best play, including draws by repetition.
fn solve<G: Game>(record: &Record<G>) -> Outcome {
    if let Some(outcome) = record.outcome() {
        return outcome;
    }
    let side = record.position().side_to_move();
    let results = record.legal_moves().into_iter().map(|mv| {
        let mut next = record.clone();
        next.play(mv);
        solve(&next)
    });
    results
        .max_by(|a, b| a.value_for(side).total_cmp(&b.value_for(side)))
        .expect("the game is not over")
}

/// Plays the choices of each prover to the end of the game, and checks every proof.
fn check<const TURNS: u8, const PASS: bool>(expected: Outcome) {
    for prover in PROVERS {
        check_with::<TURNS, PASS>(prover, expected);
    }
}

fn check_with<const TURNS: u8, const PASS: bool>(prover: &str, expected: Outcome) {
    let mut record = Record::new(Race::<TURNS, PASS> { place: 4, turn: 0 });
    let mut search = search(&record, &format!("{prover},seed=1"));
    while record.outcome().is_none() {
        let choice = search.run().expect("the game is not over");
        let fresh = choose(&record, &format!("{prover},seed=2"));
        for proof in [choice.proof, fresh.proof] {
            let proof = proof.expect("a game this small is proven");
            assert_eq!(proof.outcome, solve(&record), "after {:?}", record.moves());
            assert_eq!(proof.outcome, expected, "best play does not change the result");
        }
        search.advance(choice.mv).expect("the choice is legal");
        record.play(choice.mv);
    }
    assert_eq!(record.outcome(), Some(expected));
}

#[test]
fn a_side_that_moves_twice_in_a_row_wins() {
    check::<3, false>(Outcome::Win(Side::First));
}

#[test]
fn alternating_turns_draw_by_repetition() {
    check::<2, false>(Outcome::Draw);
}

#[test]
fn a_forced_pass_is_an_ordinary_move() {
    check::<3, true>(Outcome::Win(Side::First));
    check::<2, true>(Outcome::Draw);
}

/// Checks proofs after random openings, which have different histories.
fn check_histories<const TURNS: u8, const PASS: bool>() {
    let mut random = Random::new(u64::from(TURNS));
    let mut results = HashSet::new();
    for seed in 0..60 {
        let mut record = Record::new(Race::<TURNS, PASS> { place: 4, turn: 0 });
        for _ in 0..random.below(6) {
            if record.outcome().is_none() {
                let mv = record.position().sample(&mut |n| random.below(n));
                record.play(mv);
            }
        }
        if record.outcome().is_none() {
            let expected = solve(&record);
            for prover in PROVERS {
                let choice = choose(&record, &format!("{prover},seed={seed}"));
                let proof = choice.proof.expect("a game this small is proven");
                assert_eq!(proof.outcome, expected, "{prover} after {:?}", record.moves());
            }
            results.insert(expected);
        }
    }
    assert!(results.len() > 1, "only {results:?}");
}

#[test]
fn the_history_before_the_search_counts() {
    check_histories::<2, false>();
    check_histories::<2, true>();
    check_histories::<3, false>();
    check_histories::<3, true>();
}

#[test]
fn a_playout_without_end_is_a_draw() {
    // Only `Second` moves, and must always pass.
    let endless = Race::<1, true> { place: 4, turn: 0 };
    assert_eq!(playout(endless, Policy::Uniform, &mut Random::new(1)), Outcome::Draw);
}
