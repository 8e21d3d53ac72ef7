//! The properties of the fuzz targets, with input from proptest: half of it arbitrary, half nearly
//! valid.

use playout_fuzz::Played;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Characters that occur in valid text, and some others.
const CHARACTERS: &str =
    "0123456789abcdefghijkloxrbpKRBPABCDEF.,/-+*=| :wsqn()[]{}\\\";　ー１ａ−\n";

type Edits = Vec<(Index, char)>;

/// Text with a few characters changed, after a byte that chooses the game.
fn nearly(game: u8, text: &str, edits: &[(Index, char)]) -> Vec<u8> {
    let mut characters: Vec<_> = text.chars().collect();
    for (at, new) in edits {
        if !characters.is_empty() {
            let at = at.index(characters.len());
            characters[at] = *new;
        }
    }
    let mut bytes = vec![game];
    bytes.extend(characters.into_iter().collect::<String>().into_bytes());
    bytes
}

fn edits() -> impl Strategy<Value = Edits> {
    let character =
        prop_oneof![3 => select(CHARACTERS.chars().collect::<Vec<_>>()), 1 => any::<char>()];
    prop::collection::vec((any::<Index>(), character), 0..4)
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

/// Bytes that choose a game, its start and up to 60 moves.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 4..64)
}

const SPECS: [&str; 4] = [
    "mcts:playouts=3000,ms=50,nodes=9,memory=4,c=0.4,threshold=4,policy=uniform,seed=1",
    "minimax:depth=4,ms=100,nodes=1000,radius=2,seed=3",
    "monte_carlo:playouts=10,ms=5,threads=1,seed=3",
    "level:n=2,seed=5",
];

const OPTIONS: [&str; 3] =
    ["variant=standard\nsize=9\nopening=swap2", "variant=quick-try", "size=9"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn position(bytes in bytes(), choices in choices(), edits in edits()) {
        playout_fuzz::position(&bytes);
        let played = Played::by(&choices).expect("enough bytes");
        playout_fuzz::position(&nearly(played.choice, &played.position, &edits));
    }

    #[test]
    fn moves(bytes in bytes(), game: u8, edits in edits()) {
        playout_fuzz::moves(&bytes);
        let lines = "-7\nc3-A\na1-0\n2c2b\n3a3b\nP*1b\nh8\ni9\nblack\na9-b8-c8\n--\n";
        playout_fuzz::moves(&nearly(game, lines, &edits));
    }

    #[test]
    fn options(bytes in bytes(), game: u8, text in select(&OPTIONS[..]), edits in edits()) {
        playout_fuzz::options(&bytes);
        playout_fuzz::options(&nearly(game, text, &edits));
    }

    #[test]
    fn spec(bytes in bytes(), game: u8, text in select(&SPECS[..]), edits in edits()) {
        playout_fuzz::spec(&bytes);
        playout_fuzz::spec(&nearly(game, text, &edits));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn line(bytes in bytes(), choices in choices(), edits in edits()) {
        playout_fuzz::line(&bytes);
        let played = Played::by(&choices).expect("enough bytes");
        playout_fuzz::line(&nearly(played.choice, &played.line, &edits));
    }

    #[test]
    fn record(bytes in bytes(), choices in choices(), edits in edits()) {
        playout_fuzz::record(&bytes);
        let played = Played::by(&choices).expect("enough bytes");
        for record in played.records() {
            playout_fuzz::record(&nearly(played.choice, &record, &[]));
            playout_fuzz::record(&nearly(played.choice, &record, &edits));
        }
    }

    #[test]
    fn play(bytes in bytes()) {
        playout_fuzz::play(&bytes);
    }
}
