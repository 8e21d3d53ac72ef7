//! The games in which players are checked.

use std::ops::Range;

use playout_games::animal_shogi::{AnimalShogi, Move};
use playout_games::{Game, Outcome, Playouts, Record};
use playout_search::Random;

/// Games of Animal Shogi in which both sides shuffle back and forth. Each ends at, or a few moves
/// before, a position where a move draws by repetition or every move loses. No position has an
/// immediate win.
pub(crate) fn animal_shogi(games: usize) -> Vec<Record<AnimalShogi>> {
    animal_shogi_in("", games)
}

/// The same in a variant, named as in front of a position.
pub(crate) fn animal_shogi_in(variant: &str, games: usize) -> Vec<Record<AnimalShogi>> {
    let mut random = Random::new(15);
    let mut records = Vec::new();
    while records.len() < games {
        let kind =
            [RepetitionDraw::OnlyEscape, RepetitionDraw::OneOfSeveral, RepetitionDraw::Unavailable]
                [records.len() % 3];
        let Some(mut game) = shuffled(variant, kind, &mut random) else { continue };
        for _ in 0..random.below(4) {
            let shorter = before(&game);
            if repetition_draw(&shorter) != RepetitionDraw::Unneeded {
                game = shorter;
            }
        }
        records.push(game);
    }
    records
}

/// What a draw by repetition means to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RepetitionDraw {
    /// A move wins at once, so no draw is needed.
    Unneeded,
    /// No move draws by repetition, and every move loses at once.
    Unavailable,
    /// Every move that does not draw by repetition loses at once.
    OnlyEscape,
    /// Some other move does not lose at once.
    OneOfSeveral,
}

fn repetition_draw(record: &Record<AnimalShogi>) -> RepetitionDraw {
    let side = record.position().side_to_move();
    let after = |record: &Record<AnimalShogi>| {
        let record = record.clone();
        let moves = record.legal_moves().into_iter();
        moves.map(move |mv| {
            let mut next = record.clone();
            next.play(mv);
            next
        })
    };
    let is_won = |record: &Record<_>, side| record.outcome() == Some(Outcome::Win(side));
    let loses = |next: &Record<_>| after(next).any(|reply| is_won(&reply, side.other()));
    let others_lose = || after(record).all(|next| next.outcome().is_some() || loses(&next));
    if after(record).any(|next| is_won(&next, side)) {
        RepetitionDraw::Unneeded
    } else if !others_lose() {
        RepetitionDraw::OneOfSeveral
    } else if can_repeat(record) {
        RepetitionDraw::OnlyEscape
    } else {
        RepetitionDraw::Unavailable
    }
}

/// The game without its last move.
fn before(record: &Record<AnimalShogi>) -> Record<AnimalShogi> {
    let mut shorter = Record::new(*record.start());
    record.moves().split_last().map_or(&[][..], |(_, moves)| moves).iter().for_each(|&mv| {
        shorter.play(mv);
    });
    shorter
}

/// A random game up to a position of the given kind; `None` if none came up.
fn shuffled(
    variant: &str,
    kind: RepetitionDraw,
    random: &mut Random,
) -> Option<Record<AnimalShogi>> {
    let mut record = Record::new(scattered(variant, random)?);
    for _ in 0..12 {
        let mv = back_and_forth(&record, random)?;
        record.play(mv);
        if record.outcome().is_some() {
            return None;
        }
        let is_candidate = kind == RepetitionDraw::Unavailable || can_repeat(&record);
        if is_candidate && repetition_draw(&record) == kind {
            return Some(record);
        }
    }
    None
}

/// Whether some move draws by repetition.
fn can_repeat<G: Game>(record: &Record<G>) -> bool {
    record.legal_moves().into_iter().any(|mv| {
        let mut next = record.clone();
        next.play(mv);
        next.position().outcome().is_none() && next.outcome().is_some()
    })
}

/// A position with the pieces scattered over the board and the hands.
fn scattered(variant: &str, random: &mut Random) -> Option<AnimalShogi> {
    let mut board = [""; 12];
    board[random.below(8) as usize] = "k";
    board[4 + random.below(8) as usize] = "K";
    // In the order of a position's text.
    let mut hands = [[0; 3]; 2];
    for (animal, names) in
        [(0, ["R", "r", "R", "r"]), (1, ["B", "b", "B", "b"]), (2, ["P", "p", "+P", "+p"])]
    {
        for _ in 0..2 {
            let at = random.below(20) as usize;
            if at < 12 && board[at].is_empty() {
                board[at] = names[random.below(4) as usize];
            } else {
                hands[random.below(2) as usize][animal] += 1;
            }
        }
    }
    let rows: Vec<_> = board.chunks(3).map(row_text).collect();
    let held = hands.iter().zip(["RBP", "rbp"]).flat_map(|(counts, letters)| {
        counts.iter().zip(letters.chars()).map(|(count, letter)| match count {
            0 => String::new(),
            1 => letter.to_string(),
            count => format!("{count}{letter}"),
        })
    });
    let held = Some(held.collect::<String>()).filter(|held| !held.is_empty());
    let side = ["b", "w"][random.below(2) as usize];
    let text = format!("{variant}{} {side} {}", rows.join("/"), held.as_deref().unwrap_or("-"));
    AnimalShogi::parse(&text).ok().filter(|position| position.outcome().is_none())
}

fn row_text(row: &[&str]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in row.iter().chain(&["end"]) {
        if square.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        empty = 0;
        if *square != "end" {
            text.push_str(square);
        }
    }
    text
}

/// Usually moves the last moved piece back; otherwise makes a random step that does not end the
/// game.
fn back_and_forth(record: &Record<AnimalShogi>, random: &mut Random) -> Option<Move> {
    let moves = record.legal_moves();
    let own_last = record.moves().len().checked_sub(2).map(|place| record.moves()[place]);
    if let Some(Move::Step { from, to, promotes: false }) = own_last
        && let Some(&back) =
            moves.iter().find(|mv| **mv == Move::Step { from: to, to: from, promotes: false })
        && random.below(10) < 8
    {
        return Some(back);
    }
    let is_unfinished = |mv: &Move| {
        let mut next = *record.position();
        next.play(*mv);
        next.outcome().is_none()
    };
    let steps: Vec<_> = moves
        .into_iter()
        .filter(|mv| matches!(mv, Move::Step { promotes: false, .. }) && is_unfinished(mv))
        .collect();
    (!steps.is_empty()).then(|| steps[random.below(steps.len() as u32) as usize])
}

/// Games of random moves, most of which avoid immediate losses; in half of the games, all of them
/// do.
pub(crate) fn random_games<G: Playouts>(
    start: &str,
    plies: Range<u32>,
    games: usize,
) -> Vec<Record<G>> {
    let mut random = Random::new(15);
    let start = G::parse(start).expect("a start");
    let mut records = Vec::new();
    while records.len() < games {
        let mut record = Record::new(start.clone());
        let max = plies.start + random.below(plies.end - plies.start);
        let mut pick = |n| random.below(n);
        while record.outcome().is_none() && (record.ply() as u32) < max {
            let position = record.position();
            let is_decisive = records.len() % 2 == 0 || pick(4) > 0;
            let mv = if is_decisive {
                position.sample_decisive(&mut pick)
            } else {
                position.sample(&mut pick)
            };
            record.play(mv);
        }
        if record.outcome().is_none() {
            records.push(record);
        }
    }
    records
}
