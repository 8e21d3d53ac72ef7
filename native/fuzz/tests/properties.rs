//! The properties of the fuzz targets, with input from proptest: half of it arbitrary, half nearly
//! valid. `PROPTEST_CASES` says how often, if not 256 times.

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

/// Drawings with everything that can be drawn.
const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"24\" height=\"16\" \
viewBox=\"-20 -20 40 40\"><style>.a{fill:url(#g);stroke:#123}.b>.c{opacity:.5;color:red}</style>\
<defs><linearGradient id=\"g\" x2=\"1\" y2=\"1\"><stop stop-color=\"#fff\"/>\
<stop offset=\".5\" stop-opacity=\"0\"/></linearGradient><radialGradient id=\"r\" cx=\".4\" r=\".8\">\
<stop stop-color=\"#c00\"/><stop offset=\"1\"/></radialGradient><pattern id=\"p\" width=\"3\" \
height=\"2\" patternUnits=\"userSpaceOnUse\"><circle r=\"1\"/></pattern></defs>\
<svg x=\"-9\" width=\"20\" height=\"90%\" viewBox=\"0 0 5 5\"><rect class=\"a\" x=\"1\" width=\"3\" \
height=\"4\" rx=\"2\"/></svg><g class=\"b\" transform=\"translate(3 -4) rotate(30) scale(2)\">\
<path class=\"c\" d=\"M-5 1h3v2l1-4q2 1 3 0t1 1c1 1 2 3 4 5s2 1 3 1A4 3 20 1 0 1 2z\" \
fill=\"currentColor\" stroke=\"url(#r)\" stroke-dasharray=\"3 .5\" stroke-linecap=\"round\"/></g>\
<use href=\"#e\" x=\"3\"/><ellipse id=\"e\" cx=\"4\" rx=\"9\" ry=\"4\" fill=\"url( #g)\"/>\
<polygon points=\"1,2 3,4 -5,6\" fill-rule=\"evenodd\"/><line x2=\"7\" y2=\"-7\" stroke-width=\"2\"/></svg>";

/// Pieces of drawings, which edits insert.
const PIECES: [&str; 16] = [
    "<use href=\"#e\"/>",
    "<g>",
    "</g>",
    "url(#p)",
    "url(#g)",
    "#p",
    "1e38",
    "-1e-38",
    "1e999",
    "nan",
    "99999999",
    "<text>a</text>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "&#x1;",
    "100%",
    "\0",
];

/// Drawings with pieces put into them, after a NUL byte more often than not.
fn drawings() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![3 => select(&PIECES[..]), 2 => select(&["", "0", ".", "-", "\""][..])];
    let edits = prop::collection::vec((any::<Index>(), 0..12usize, piece), 0..4);
    prop::collection::vec(edits, 1..3).prop_map(|drawings| {
        let edited = |edits: Vec<(Index, usize, &str)>| {
            let mut text = DRAWING.to_owned();
            for (at, length, piece) in edits {
                let at = at.index(text.len());
                let end = text.len().min(at + length);
                text.replace_range(at..end, piece);
            }
            text
        };
        drawings.into_iter().map(edited).collect::<Vec<_>>().join("\0").into_bytes()
    })
}

proptest! {
    #[test]
    fn gif(bytes in bytes(), drawings in drawings()) {
        playout_fuzz::gif(&bytes);
        playout_fuzz::gif(&drawings);
    }

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

/// Otherwise the drawings with edits would only show that rubbish is refused.
#[test]
fn the_drawing_itself_is_accepted() {
    let mut animation = playout_pictures::Animation::new(100);
    assert_eq!(animation.add(DRAWING), Ok(()));
}
