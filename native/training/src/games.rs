//! Games that the engine plays against itself, a line of text each:
//!
//! ```text
//! freestyle 15 1 h8 g7 i9 h7:512:h7=810,f8=190 f8:634?:g6=920,i6=62 …
//! ```
//!
//! The variant, the size of the board, the result for black (1, 0.5 or 0) and the moves. A move that
//! a search chose has the chance, in thousandths, that it gives the side to move; one with `?` was
//! drawn instead. Moves without either are the opening. Moves of `mcts` in positions that are
//! not proven also have the shares of the visits, in thousandths: those of all moves with at least
//! 10, in the order of legal moves.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use playout_games::gomoku::Gomoku;
use playout_games::{Game, Options, Outcome, Record};
use playout_search::{Choice, Random, Search, Spec, gomoku_judgements, gomoku_stones};

/// An opening has from 3 to so many stones, and a search of so many positions says that it is at
/// most so many points from even.
const MOST_STONES: u32 = 9;
const JUDGED_BY: u64 = 300;
const MOST_POINTS: i32 = 250;
/// One move of so many is drawn.
const DRAWN: u32 = 20;
/// The least share of the visits that is written, in thousandths.
const LEAST_SHARE: u64 = 10;

/// Plays games until the file has so many.
///
/// `player` is a spec without a seed, such as `minimax:nodes=800,memory=4,network=off`.
pub(crate) fn append(path: &Path, games: u64, seed: u32, player: &str) -> io::Result<()> {
    Spec::parse(player).map_err(|error| io::Error::other(error.to_string()))?;
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    let (mut done, mut bytes) = (0, 0);
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
        done += 1;
        bytes += line.len() as u64;
        line.clear();
    }
    // A line that was interrupted is played again.
    file.set_len(bytes)?;
    file.seek(SeekFrom::End(0))?;
    for game in done..games {
        let line = play(player, u64::from(seed) << 32 | game);
        file.write_all(line.as_bytes())?;
        if game % 100 == 99 {
            eprintln!("{} games", game + 1);
        }
    }
    Ok(())
}

/// Plays a game and returns its line.
fn play(player: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let variant = if random.below(5) == 0 { "standard" } else { "freestyle" };
    let size = if random.below(5) == 0 { 9 + random.below(12) } else { 15 };
    let mut record = open(variant, size, &mut random);
    let mut moves = String::new();
    for text in record.move_texts() {
        moves += &format!(" {text}");
    }
    let specs = [0, 1].map(|_| {
        let seed = random.below(u32::MAX);
        Spec::parse(&format!("{player},seed={seed}")).expect("a spec")
    });
    let mut searches =
        specs.each_ref().map(|it| Search::new(&record, it).expect("the game is not over"));
    while record.outcome().is_none() {
        let at = record.position().side_to_move() as usize;
        let search = &mut searches[at];
        search.continue_from(&record, &specs[at]).expect("the game is not over");
        let choice = search.run().expect("a move");
        let drawn = (random.below(DRAWN) == 0 && choice.proof.is_none())
            .then(|| gomoku_stones(record.position(), 1, &mut random));
        let drawn = drawn.flatten().map(|moves| moves[0]);
        let mv = drawn.unwrap_or(choice.mv);
        let mark = if drawn.is_some() { "?" } else { "" };
        let chance = (500.0 * (1.0 + choice.value)).round() as u32;
        let text = record.position().move_text(mv);
        moves += &format!(" {text}:{chance}{mark}{}", shares(record.position(), &choice));
        record.play(mv);
    }
    let black = record.start().side_to_move();
    let result = match record.outcome() {
        Some(Outcome::Win(side)) if side == black => "1",
        Some(Outcome::Win(_)) => "0",
        _ => "0.5",
    };
    format!("{variant} {size} {result}{moves}\n")
}

/// The moves of a position with their shares of the visits, after a colon; empty if these say nothing.
fn shares(position: &Gomoku, choice: &Choice<<Gomoku as Game>::Move>) -> String {
    let total: u64 = choice.visits.iter().map(|it| it.1).sum();
    if choice.depth.is_some() || choice.proof.is_some() || total == 0 {
        return String::new();
    }
    let share = |visits: u64| (1_000 * visits + total / 2) / total;
    let shares = choice.visits.iter().map(|&(mv, visits)| (mv, share(visits)));
    let written = shares.filter(|it| it.1 >= LEAST_SHARE);
    let texts: Vec<String> =
        written.map(|(mv, share)| format!("{}={share}", position.move_text(mv))).collect();
    if texts.is_empty() { String::new() } else { format!(":{}", texts.join(",")) }
}

/// An opening that is not decided.
fn open(variant: &str, size: u32, random: &mut Random) -> Record<Gomoku> {
    let options = Options::new([("variant", variant.to_owned()), ("size", size.to_string())]);
    let start = Record::new(Gomoku::start(&options).expect("a variant and a size"));
    loop {
        let mut record = start.clone();
        let stones = 3 + random.below(MOST_STONES - 2);
        let Some(moves) = gomoku_stones(record.position(), stones, random) else { continue };
        moves.into_iter().for_each(|mv| record.play(mv));
        let seed = u64::from(random.below(u32::MAX));
        if gomoku_judgements(&record, &[JUDGED_BY], seed)[0].abs() <= MOST_POINTS {
            return record;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_mcts_have_their_shares_of_the_visits() {
        let line = play("mcts:playouts=60,memory=1", 3);
        let words: Vec<&str> = line.trim_end().split(' ').collect();
        let shares: Vec<&str> = words.iter().filter_map(|it| it.splitn(3, ':').nth(2)).collect();
        assert!(shares.len() > 3, "{line}");
        for shares in shares {
            let of = |it: &str| it.split_once('=')?.1.parse::<u64>().ok();
            let shares: Vec<u64> = shares.split(',').map(|it| of(it).expect("a share")).collect();
            let sum: u64 = shares.iter().sum();
            assert!(shares.iter().all(|&it| it >= LEAST_SHARE) && sum > 500 && sum <= 1_010);
        }
        assert!(!play("minimax:nodes=20,memory=1", 3).contains('='));
    }

    #[test]
    fn an_interrupted_file_is_continued_as_if_it_had_not_been() {
        let player = "minimax:nodes=20,memory=1";
        let path = std::env::temp_dir().join(format!("playout-games-{}", std::process::id()));
        append(&path, 3, 1, player).expect("games");
        let whole = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(whole.lines().count(), 3);
        let second = whole.find('\n').expect("a line") + 1;
        std::fs::write(&path, &whole[..second + 10]).expect("a file");
        append(&path, 3, 1, player).expect("games");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), whole);
        assert!(append(&path, 4, 1, "nobody").is_err());
        std::fs::remove_file(&path).expect("a file");
    }
}
