//! Searches with a misleading evaluation and with moves left out, on a game made for these tests.

use std::fmt;

use playout_games::{
    Code, Diagram, Ending, Error, Game, GameOption, Options, Outcome, Playouts, Record, Side,
    Urgency,
};

use crate::mcts::{Knowledge, Listed};
use crate::strategy::Strategy;
use crate::{
    Accumulator, Choice, Level, Player, Search, SearchGame, Settings, Spec, mcts, players,
};

/// `First` chooses a corridor. After three more plies, which change nothing, `First` has won if it
/// chose the last corridor. The evaluation prefers the second one. With `HIDE_LAST`, `mcts` leaves out
/// the last corridor, and `minimax` if the radius is less than [`WIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Maze<const HIDE_LAST: bool> {
    corridor: Option<u8>,
    ply: u8,
}

const LAST: u8 = 2;
const OVERRATED: u8 = 1;
const WIDE: u32 = 4;

impl<const HIDE_LAST: bool> fmt::Display for Maze<HIDE_LAST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}.{}", self.corridor, self.ply)
    }
}

impl<const HIDE_LAST: bool> Game for Maze<HIDE_LAST> {
    type Move = u8;

    const NAME: &'static str = "maze";
    const OPTIONS: &'static [GameOption] = &[GameOption::variant(&["plain"], "the only one")];
    const MOVE_FORMS: &'static [&'static str] = &["3"];

    fn start(_: &Options) -> Result<Self, Error> {
        Ok(Self { corridor: None, ply: 0 })
    }

    fn parse(_: &str) -> Result<Self, Error> {
        Err(Error::new(Code::BadPosition, "unread", "positions have no text here"))
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[0]
    }

    fn side_to_move(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = if self.corridor == Some(LAST) { Side::First } else { Side::Second };
        (self.ply == 4).then_some(Outcome::Win(winner))
    }

    fn ending(&self) -> Option<Ending> {
        None
    }

    fn diagram(&self) -> Diagram {
        Diagram::empty(self, 0, 0, &[])
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        match self.ply {
            0 => moves.extend(0..=LAST),
            4 => {}
            _ => moves.extend(0..2),
        }
    }

    fn play(&mut self, mv: u8) {
        self.corridor.get_or_insert(mv);
        self.ply += 1;
    }

    fn key(&self) -> u64 {
        u64::from(self.ply) << 8 | u64::from(self.corridor.unwrap_or(u8::MAX))
    }

    fn move_text(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn steps(&self, mv: u8) -> Vec<String> {
        vec![mv.to_string()]
    }

    fn parse_move(&self, text: &str) -> Result<u8, Error> {
        text.parse().map_err(|_| Error::new(Code::BadMove, "unreadable", "not a number"))
    }
}

impl<const HIDE_LAST: bool> Playouts for Maze<HIDE_LAST> {}

impl<const HIDE_LAST: bool> Maze<HIDE_LAST> {
    /// Removes the last corridor, if it is hidden, and returns whether it is.
    fn hide(&self, moves: &mut Vec<u8>) -> bool {
        let is_partial = HIDE_LAST && self.ply == 0;
        moves.retain(|mv| !is_partial || *mv != LAST);
        is_partial
    }
}

impl<const HIDE_LAST: bool> SearchGame for Maze<HIDE_LAST> {
    const LEVELS: &'static [Level] = &[];
    const STRONGEST: &'static str = "mcts";
    const OWN_KEYS: &'static [&'static str] = &["radius"];

    type Accumulator = Corridors;

    fn evaluate(&self) -> i32 {
        if self.corridor == Some(OVERRATED) { 1_000 } else { -1_000 }
    }

    fn strategy(
        record: &Record<Self>,
        player: Player,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Strategy<Self>>, Error> {
        if player == Player::Mcts {
            return Ok(mcts::strategy_with(record, settings.mcts, &None, seed, |_| Corridors));
        }
        players::strategy(record, player, settings, seed)
    }
}

/// What searches know about the corridors.
#[derive(Clone, Copy, Debug)]
struct Corridors;

impl<const HIDE_LAST: bool> Knowledge<Maze<HIDE_LAST>> for Corridors {
    fn leaves_moves_out(&self) -> bool {
        HIDE_LAST
    }

    fn urgent_moves(&mut self, position: &Maze<HIDE_LAST>, moves: &mut Vec<u8>) -> Listed {
        let urgency = position.urgent_moves(moves);
        Listed::at_once((urgency, urgency == Urgency::Safe && position.hide(moves)))
    }

    fn moves(&mut self, position: &Maze<HIDE_LAST>, moves: &mut Vec<u8>) -> bool {
        position.legal_moves(moves);
        position.hide(moves)
    }
}

impl<const HIDE_LAST: bool> Accumulator<Maze<HIDE_LAST>> for Corridors {
    fn new(_: &Maze<HIDE_LAST>) -> Self {
        Self
    }

    fn play(&mut self, _: &Maze<HIDE_LAST>, _: u8) {}

    fn evaluate(&self, position: &Maze<HIDE_LAST>) -> i32 {
        position.evaluate()
    }

    fn candidates(&self, position: &Maze<HIDE_LAST>, radius: u32, moves: &mut Vec<u8>) -> bool {
        position.legal_moves(moves);
        radius >= WIDE || !position.hide(moves)
    }
}

fn search<const HIDE_LAST: bool>(
    record: &Record<Maze<HIDE_LAST>>,
    player: &str,
) -> Search<Maze<HIDE_LAST>> {
    Search::new(record, &Spec::parse(player).expect(player)).expect(player)
}

fn choose<const HIDE_LAST: bool>(record: &Record<Maze<HIDE_LAST>>, player: &str) -> Choice<u8> {
    search(record, player).run().expect("the game is not over")
}

fn start<const HIDE_LAST: bool>() -> Record<Maze<HIDE_LAST>> {
    Record::new(Maze::start(&Options::default()).expect("a start"))
}

#[test]
fn the_evaluation_decides_until_there_is_a_proof() {
    let start = start::<false>();
    let keys = "policy=evaluation,threshold=1,seed=1";
    let short = choose(&start, &format!("mcts:playouts=3,{keys}"));
    assert_eq!(short.mv, OVERRATED);
    assert!(short.estimate.win > 0.9 && short.estimate.draw == 0.0, "{:?}", short.estimate);
    let long = choose(&start, &format!("mcts:playouts=1000,{keys}"));
    assert_eq!(long.mv, LAST);
    assert_eq!(long.proof.expect("it is proven").outcome, Outcome::Win(Side::First));
}

#[test]
fn moves_left_out_are_not_assumed_to_lose() {
    let start = start::<true>();
    for keys in ["policy=evaluation,threshold=1,seed=1", "policy=uniform,threshold=1,seed=1"] {
        let short = choose(&start, &format!("mcts:playouts=3,{keys}"));
        assert_eq!((short.visits[usize::from(LAST)].1, short.proof), (0, None), "{keys}");
        // Once all the others are proven, the move that was left out is searched.
        let mut search = search(&start, &format!("mcts:playouts=1000,{keys}"));
        let choice = search.run().expect("the game is not over");
        assert_eq!(choice.mv, LAST, "{keys}");
        assert_eq!(choice.proof.expect("it is proven").outcome, Outcome::Win(Side::First));
        let (other, _) = choice.visits.iter().find(|(mv, _)| *mv != LAST).expect("other moves");

        search.advance(*other).expect("it is legal");
        let proof = search.run().expect("the game is not over").proof;
        assert_eq!(proof.expect("all moves were searched").outcome, Outcome::Win(Side::Second));
    }
}

#[test]
fn alpha_beta_widens_its_radius_before_it_reports_a_loss() {
    for seed in 0..8 {
        let player = format!("minimax:nodes=100000,radius=1,seed={seed}");
        let choice = choose(&start::<true>(), &player);
        assert_eq!(choice.mv, LAST, "seed {seed}");
        let proof = choice.proof.expect("a game this small is proven");
        assert_eq!((proof.outcome, proof.plies), (Outcome::Win(Side::First), Some(4)));
    }
}
