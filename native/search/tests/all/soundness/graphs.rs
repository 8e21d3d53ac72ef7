//! Small games with a table, on which positions often occur twice: walks on graphs. Their exact values
//! ignore the history, as those of every table do, and whoever uses them must not.

use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, LazyLock};

use playout_games::{
    Code, Diagram, Ending, Error, Game, GameOption, Options, Outcome, Playouts, Record, Side,
};
use playout_search::{Budget, FromScratch, Level, Oracle, Random, SearchGame, Value};

use super::exhaustive::{Horizon, Solved, result_bounds};
use super::{Tally, check_all, check_kept_trees, least};
use crate::support::{choose, search};
use crate::whole_run::short_or_whole;

/// A token on one of many graphs. `First` moves it from even places, `Second` from odd ones, along
/// the graph's edges. `First` wins if it reaches place 1, `Second` if it reaches place 0; the third
/// occurrence of a position is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Walk {
    graph: usize,
    place: u8,
}

const PLACES: u8 = 14;

/// For each place, where the token can move.
type Graph = Vec<Vec<u8>>;

/// On the first two, `First` wins from place 6 in 3 plies, by 7 and 4. On the first graph there is a
/// detour by 9, on the second there is none. The third has two circles, each with a shorter way out:
/// 6, 7, 8, 9, and 10, 11, 12, 13.
const BY_HAND: [&[(u8, &[u8])]; 3] = [
    &[
        (4, &[1, 5]),
        (5, &[6]),
        (6, &[7, 9]),
        (7, &[4]),
        (8, &[11]),
        (9, &[8]),
        (10, &[1]),
        (11, &[10]),
    ],
    &[(4, &[1, 5]), (5, &[6]), (6, &[7]), (7, &[4])],
    &[
        (4, &[1]),
        (5, &[4]),
        (6, &[5, 7]),
        (7, &[8]),
        (8, &[9]),
        (9, &[6]),
        (10, &[9, 11]),
        (11, &[12]),
        (12, &[13]),
        (13, &[6, 10]),
    ],
];
const GRAPHS: usize = 61;

static ALL: LazyLock<Vec<(Graph, Vec<Value>)>> = LazyLock::new(|| {
    let by_hand = BY_HAND.map(|edges| {
        let mut graph = vec![Vec::new(); usize::from(PLACES)];
        edges.iter().for_each(|(from, to)| graph[usize::from(*from)] = to.to_vec());
        graph
    });
    let mut random = Random::new(20);
    let drawn = (by_hand.len()..GRAPHS).map(|_| random_graph(&mut random)).collect::<Vec<_>>();
    let graphs = by_hand.into_iter().chain(drawn);
    graphs.map(|graph| (solve(&graph), graph)).map(|(values, graph)| (graph, values)).collect()
});

/// A graph on which the token moves at most five places at a time, so that wins can be long.
fn random_graph(random: &mut Random) -> Graph {
    let edges = |place: u8| {
        let near = [1, 3, 5].into_iter().flat_map(|by: i8| [-by, by]);
        let mut near: Vec<_> = near
            .filter_map(|by| place.checked_add_signed(by))
            .filter(|&to| place > 1 && to < PLACES)
            .collect();
        random.shuffle(&mut near);
        near.truncate(1 + random.below(2) as usize);
        near.sort_unstable();
        near
    };
    (0..PLACES).map(edges).collect()
}

/// The values of all places, by trying longer and longer distances.
fn solve(graph: &Graph) -> Vec<Value> {
    let mut values: Vec<Option<Value>> = vec![None; graph.len()];
    // Whoever is to move there has lost.
    (values[0], values[1]) = (Some(Value::Loss(0)), Some(Value::Loss(0)));
    for plies in 1..u32::from(2 * PLACES) {
        let before = values.clone();
        for (place, edges) in graph.iter().enumerate().filter(|(place, _)| *place > 1) {
            let mut after = edges.iter().map(|&to| before[usize::from(to)]);
            let is_loss = |value: Option<Value>| matches!(value, Some(Value::Loss(_)));
            let is_win = |value: Option<Value>| matches!(value, Some(Value::Win(_)));
            if values[place].is_some() || edges.is_empty() {
                continue;
            }
            if after.clone().any(is_loss) {
                values[place] = Some(Value::Win(plies));
            } else if after.all(is_win) {
                values[place] = Some(Value::Loss(plies));
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}

impl Walk {
    fn edges(&self) -> &'static [u8] {
        &ALL[self.graph].0[usize::from(self.place)]
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.graph, self.place)
    }
}

impl Game for Walk {
    type Move = u8;

    const NAME: &'static str = "walk";
    const OPTIONS: &'static [GameOption] = &[GameOption::variant(&["plain"], "the only one")];
    const MOVE_FORMS: &'static [&'static str] = &["3"];
    const REPETITIONS_TO_DRAW: u32 = 3;

    fn start(_: &Options) -> Result<Self, Error> {
        Ok(Self { graph: 0, place: 4 })
    }

    fn parse(_: &str) -> Result<Self, Error> {
        Err(Error::new(Code::BadPosition, "unread", "positions are only written here"))
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[0]
    }

    fn side_to_move(&self) -> Side {
        if self.place.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.place < 2).then(|| Outcome::Win(self.side_to_move().other()))
    }

    fn ending(&self) -> Option<Ending> {
        None
    }

    fn diagram(&self) -> Diagram {
        Diagram::empty(self, 0, 0, &[])
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(self.edges());
    }

    fn play(&mut self, mv: u8) {
        self.place = mv;
    }

    fn key(&self) -> u64 {
        (self.graph as u64) << 8 | u64::from(self.place)
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

impl Playouts for Walk {}

impl SearchGame for Walk {
    const LEVELS: &'static [Level] = &[];
    const STRONGEST: &'static str = "mcts";
    const TABLE_VARIANTS: &'static [&'static str] = Self::VARIANTS;

    type Accumulator = FromScratch;

    fn evaluate(&self) -> i32 {
        0
    }

    fn oracle(&self) -> Result<Arc<dyn Oracle<Self>>, Error> {
        Ok(Arc::new(Tables))
    }

    playout_search::compile_strategies!();
}

/// The exact values of all graphs.
#[derive(Debug)]
struct Tables;

impl Oracle<Walk> for Tables {
    fn value(&self, walk: &Walk) -> Value {
        ALL[walk.graph].1[usize::from(walk.place)]
    }
}

/// Whether a position that has occurred twice is nearer to the end than the position of the record,
/// which one side wins by the table.
fn is_doubtful(record: &Record<Walk>) -> bool {
    let closed = record.closed().filter_map(|it| Tables.value(it).plies()).min();
    let plies = Tables.value(record.position()).plies();
    plies.zip(closed).is_some_and(|(plies, closed)| closed < plies)
}

/// Random games. In every other one, history puts the result by the table in doubt.
fn games(count: usize) -> Vec<Record<Walk>> {
    let mut random = Random::new(21);
    let mut records = Vec::new();
    while records.len() < count {
        let place = 2 + random.below(u32::from(PLACES) - 2) as u8;
        let drawn = random.below((GRAPHS - BY_HAND.len()) as u32) as usize;
        let graph = BY_HAND.len() + drawn;
        let mut record = Record::new(Walk { graph, place });
        for _ in 0..random.below(24) {
            if record.outcome().is_none() {
                let mv = record.position().sample(&mut |n| random.below(n));
                record.play(mv);
            }
        }
        let is_wanted = records.len().is_multiple_of(2) || is_doubtful(&record);
        if record.outcome().is_none() && is_wanted {
            records.push(record);
        }
    }
    records
}

const HORIZON: Horizon = Horizon::Plies(11);

/// The result for the side to move if it is known within the horizon.
fn result(record: &Record<Walk>) -> Option<i8> {
    let side = record.position().side_to_move();
    let bounds = result_bounds(record, HORIZON, side, &mut Solved::new());
    bounds.is_exact().then_some(bounds.min)
}

#[test]
fn all_players() {
    let (count, least) = short_or_whole(
        (30, least([12, 150, 12], 300, [0, 0])),
        (100, least([40, 500, 80], 1_000, [0, 0])),
    );
    check_all(games(count), HORIZON, least);
}

#[test]
fn all_players_with_kept_trees() {
    let (count, least) = short_or_whole(
        (12, least([150, 600, 150], 600, [0, 0])),
        (40, least([500, 2_000, 500], 2_000, [0, 0])),
    );
    check_kept_trees(&games(count), 4, HORIZON, least);
}

/// In these games history often decides, and the table alone would prove too much.
#[test]
fn perfect_proves_what_history_makes_of_a_win() {
    let (mut spoiled, mut kept, mut saved) = (0, 0, 0);
    for record in games(400).into_iter().filter(is_doubtful) {
        let Some(actual) = result(&record) else { continue };
        let choice = choose(&record, "perfect:seed=1");
        let about = format!("{} {:?}", record.start(), record.moves());
        let proof = choice.proof.unwrap_or_else(|| panic!("{about}: nothing is proven"));
        assert_eq!(
            proof.outcome.value_for(record.position().side_to_move()) as i8,
            actual,
            "{about}"
        );
        match (Tables.value(record.position()), actual) {
            (Value::Win(_), 0) => spoiled += 1,
            (Value::Loss(_), 0) => saved += 1,
            _ => kept += 1,
        }
    }
    assert!(spoiled > 10 && saved > 10 && kept > 10, "{spoiled} {saved} {kept}");
}

/// The shortest win leads to place 4, where the token has been twice.
const CIRCLE: [u8; 6] = [5, 6, 7, 4, 5, 6];

fn after_a_circle(graph: usize) -> Record<Walk> {
    let mut record = Record::new(Walk { graph, place: 4 });
    CIRCLE.into_iter().for_each(|mv| record.play(mv));
    record
}

/// The players that find the detour.
const PROVERS: [&str; 5] = [
    "perfect:seed=1",
    "perfect:ms=60000,seed=1",
    "mcts:exact=on,playouts=1000,seed=1",
    "mcts:exact=on,playouts=1000,policy=evaluation,seed=1",
    "minimax:exact=on,depth=6,seed=1",
];

#[test]
fn a_longer_win_that_history_cannot_spoil_is_played_and_proven() {
    for player in PROVERS {
        let mut record = after_a_circle(0);
        assert_eq!(Tables.value(record.position()), Value::Win(3));
        let mut search = search(&record, player);
        for (mv, plies) in [(9, 5), (11, 3), (1, 1)] {
            let choice = search.run().expect("the game is not over");
            assert_eq!(choice.mv, mv, "{player}");
            let proof = choice.proof.unwrap_or_else(|| panic!("{player}: nothing is proven"));
            assert_eq!(proof.result, "win", "{player}");
            // `mcts` only knows the length of what the table proves.
            let is_known = !player.starts_with("mcts") || plies == 1;
            assert_eq!(proof.plies, is_known.then_some(plies), "{player}");
            for next in [Some(mv), (mv != 1).then_some(mv - 1)].into_iter().flatten() {
                search.advance(next).expect("a legal move");
                record.play(next);
            }
        }
        assert_eq!(record.outcome(), Some(Outcome::Win(Side::First)));
    }
}

#[test]
fn a_win_that_history_spoils_is_a_draw() {
    for player in PROVERS {
        let choice = choose(&after_a_circle(1), player);
        assert_eq!(choice.proof.map(|proof| proof.result), Some("draw"), "{player}");
    }
}

/// What a search may do is limited, and then it claims nothing.
#[test]
fn an_unfinished_search_proves_nothing() {
    let (mut tally, solved) = (Tally::default(), RefCell::default());
    let record = after_a_circle(0);
    let mut case = super::Case::new(record.clone(), HORIZON, &solved);
    let mut search = search(&record, "perfect:seed=1");
    search.step(Budget::units(1));
    let choice = search.choice().expect("the game is not over");
    assert_eq!((choice.mv, choice.proof, choice.nodes), (7, None, 1));
    tally.check_search(&mut case, "perfect", &mut search, &[1, 1, 1_000]);
    tally.finish(least([0, 0, 1], 1, [0, 0]));
}

/// A simulation passes positions with certain values where somebody has looked at what follows, and
/// so it can pass a position twice. Then a win may be a draw although no position of the record puts
/// it in doubt.
#[test]
fn a_position_that_the_path_has_passed_twice_makes_a_win_uncertain() {
    const TO_ROOT: [u8; 6] = [11, 12, 13, 10, 11, 12];
    const PATH: [u8; 7] = [13, 6, 7, 8, 9, 6, 7];

    for policy in ["uniform", "decisive", "evaluation"] {
        let player = format!("mcts:exact=on,policy={policy},seed=1");
        let mut record = Record::new(Walk { graph: 2, place: 10 });
        TO_ROOT.into_iter().for_each(|mv| record.play(mv));
        // Place 10 has occurred twice and is won in 5 plies, so a win in 5 plies is certain here.
        assert_eq!(Tables.value(&Walk { graph: 2, place: 8 }), Value::Win(5));
        let mut search = search(&record, &player);
        for path in [&PATH[..], &[]] {
            search.focus(path).expect("legal moves");
        }
        search.step(Budget::units(3));

        // There, place 8 leads to place 6, for the third time.
        search.focus(&PATH).expect("legal moves");
        PATH.into_iter().for_each(|mv| record.play(mv));
        assert_eq!(result(&record), Some(0));
        for units in [0, 100] {
            search.step(Budget::units(units));
            let proof = search.choice().expect("the game is not over").proof;
            let expected = (units > 0).then_some("draw");
            assert_eq!(proof.map(|proof| proof.result), expected, "{player}");
        }
    }
}
