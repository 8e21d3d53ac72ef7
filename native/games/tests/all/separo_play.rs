use playout_games::separo::Separo;
use playout_games::{Game, Options, perft, start_text};

use crate::tools::{after_texts, legal, legal_texts};

fn start(size: u8) -> Separo {
    Separo::start(&Options::new([("size", size.to_string())])).expect("a start")
}

#[test]
fn perft_as_the_rules_say() {
    let counts: [(u8, &[u64]); 4] = [
        (9, &[1, 4, 16, 96, 568, 4_564]),
        (7, &[1, 4, 16, 96, 532]),
        (6, &[1, 4, 16, 92, 472]),
        (5, &[1, 4, 12, 44, 80, 144, 204, 260, 232, 172]),
    ];
    for (size, counts) in counts {
        for (depth, &count) in (0..).zip(counts) {
            assert_eq!(perft(&start(size), depth), count, "{size}, {depth} plies");
        }
    }
}

#[test]
fn starts() {
    let text = |options: &[(&str, &str)]| {
        start_text("separo", &Options::new(options.iter().copied())).expect("a start")
    };
    assert_eq!(text(&[]), "9 r - -");
    assert_eq!(text(&[("variant", "standard"), ("size", "4")]), "4 r - -");
    for size in 4..=19 {
        assert_eq!((start(size).size(), start(size).score()), (size, Some([1, 1])));
        assert_eq!(legal(&start(size)).len(), 4, "{size}");
    }
}

#[test]
fn the_example_of_the_rules() {
    let position = after_texts(&Separo::default(), "a9-b8-c8");
    assert_eq!(position.to_string(), "9 b a9b8,b8c8 -");
    let start = Separo::default();
    assert_eq!(legal_texts(&start), ["a9-b8-b7", "a9-b8-c8", "i1-h2-g2", "i1-h2-h3"]);
    assert_eq!(start.steps(start.parse_move("a9-b8-c8").expect("legal")), ["a9", "b8", "c8"]);
}
