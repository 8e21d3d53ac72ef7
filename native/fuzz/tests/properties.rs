//! The properties of the fuzz targets, with bytes from proptest: half of them
//! made up, half of them close to what is accepted.

use playout_games::{GAMES, Options, start_text};
use proptest::prelude::*;
use proptest::sample::Index;

/// A text with a few characters changed, and a byte in front that chooses the
/// game.
fn nearly(game: usize, text: &str, edits: &[(Index, char)]) -> Vec<u8> {
    let mut characters: Vec<_> = text.chars().collect();
    for (at, new) in edits {
        if !characters.is_empty() {
            let at = at.index(characters.len());
            characters[at] = *new;
        }
    }
    let mut bytes = vec![game as u8];
    bytes.extend(characters.into_iter().collect::<String>().into_bytes());
    bytes
}

fn edits() -> impl Strategy<Value = Vec<(Index, char)>> {
    let character = prop_oneof![
        3 => prop::sample::select("0123456789abcdefxokrbpKRBPABCDEF.,/-+*= :wsq".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    prop::collection::vec((any::<Index>(), character), 0..4)
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

const SPECS: [&str; 4] = [
    "mcts:playouts=3000,ms=50,nodes=9,memory=4,c=0.4,threshold=4,policy=uniform,seed=1",
    "minimax:depth=4,ms=100,nodes=1000,radius=2,seed=3",
    "monte_carlo:playouts=10,ms=5,threads=1,seed=3",
    "level:n=2",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn position(bytes in bytes(), game in 0..GAMES.len(), edits in edits()) {
        playout_fuzz::position(&bytes);
        let start = start_text(GAMES[game], &Options::default()).expect("every game has a start");
        playout_fuzz::position(&nearly(game, &start, &edits));
    }

    #[test]
    fn moves(bytes in bytes(), game in 0..GAMES.len(), edits in edits()) {
        playout_fuzz::moves(&bytes);
        let lines = "-7\nc3-A\na1-0\n2c2b\n3a3b\nP*1b\nh8\ni9\nblack\na9-b8-c8\n--\n";
        playout_fuzz::moves(&nearly(game, lines, &edits));
    }

    #[test]
    fn spec(bytes in bytes(), at in 0..SPECS.len(), edits in edits()) {
        playout_fuzz::spec(&bytes);
        playout_fuzz::spec(&nearly(at, SPECS[at], &edits));
    }

    #[test]
    fn play(bytes in bytes()) {
        playout_fuzz::play(&bytes);
    }
}
