use std::time::Duration;

use playout_games::quarto::{Move, Quarto};
use playout_games::{Game, Options, Outcome, Record};

use crate::exact::{Oracle, Value};
use crate::games::quarto::oracle::Exact;
use crate::games::quarto::perfect::candidate::careful_replies;
use crate::games::quarto::solver::tests::random;
use crate::{Budget, Choice, Random, Search, Spec, Status};

fn search(position: Quarto, spec: &str) -> Search<Quarto> {
    Search::new(&Record::new(position), &Spec::parse(spec).expect("a spec")).expect("a search")
}

fn choice(position: Quarto, spec: &str) -> Choice<Move> {
    search(position, spec).run().expect("the game goes on")
}

/// Plays a game and returns its outcome and its length; `perfect` has the side to move.
fn play(mut position: Quarto, perfect: &str, opponent: &str) -> (Outcome, u32) {
    for ply in 0.. {
        if let Some(outcome) = position.outcome() {
            return (outcome, ply);
        }
        let spec = if ply % 2 == 0 { perfect } else { opponent };
        position.play(choice(position, &format!("{spec}:seed={ply}")).mv);
    }
    unreachable!("a game ends")
}

#[test]
fn no_draw_is_lost_and_every_win_is_carried_through() {
    for variant in Quarto::VARIANTS {
        for placed in [7, 8, 9, 10] {
            for seed in 0..12 {
                let position = random(variant, placed, &mut Random::new(seed));
                let side = position.side_to_move();
                let value = Exact::get().value(&position);
                let (outcome, plies) = play(position, "perfect", "careful");
                match value {
                    Value::Win(most) => {
                        assert_eq!(outcome, Outcome::Win(side), "{position}");
                        assert!(plies <= most, "{position}: {plies} instead of {most}");
                    }
                    Value::Draw => assert_ne!(outcome, Outcome::Win(side.other()), "{position}"),
                    Value::Loss(least) => assert!(
                        outcome != Outcome::Win(side.other()) || plies >= least,
                        "{position}: {plies} instead of {least}"
                    ),
                }
            }
        }
    }
}

/// Four pieces: the value is in the book, but those after the moves are not, and few of them win.
#[test]
fn a_win_that_the_book_knows_is_found() {
    for text in [".B../..../E.../F3.. 1", "..9./..../E.../A..0 6"] {
        let position: Quarto = Quarto::parse(text).expect("a position");
        assert_eq!(Exact::get().value(&position), Value::Win(11));
        for spec in ["perfect:seed=1", "perfect:ms=1,seed=2"] {
            let choice = choice(position, spec);
            let mut next = position;
            next.play(choice.mv);
            assert_eq!(Exact::get().value(&next), Value::Loss(10), "{text} {spec}");
            assert_eq!(choice.proof.expect("a proof").plies, Some(11));
        }
    }
}

/// The share of an opponent's careful replies that give away a draw.
fn temptation(position: &Quarto, mv: Move) -> f64 {
    let mut next = *position;
    next.play(mv);
    let replies = careful_replies(&next);
    let errs = |&reply: &Move| {
        let mut after = next;
        after.play(reply);
        matches!(Exact::get().value(&after), Value::Win(_))
    };
    replies.iter().filter(|reply| errs(reply)).count() as f64 / replies.len().max(1) as f64
}

/// One of the four that tempt most is chosen, in games against simulated opponents.
#[test]
fn among_draws_one_is_chosen_after_which_opponents_err() {
    let mut positions = 0;
    for seed in 0..40 {
        let position = random("standard", 8, &mut Random::new(seed));
        let keeps = |&mv: &Move| {
            let mut next = position;
            next.play(mv);
            Exact::get().value(&next) == Value::Draw
        };
        let moves: Vec<_> = careful_replies(&position).into_iter().filter(keeps).collect();
        let mut shares: Vec<_> = moves.iter().map(|&mv| temptation(&position, mv)).collect();
        shares.sort_by(|a, b| b.total_cmp(a));
        // Only where it makes a difference.
        if Exact::get().value(&position) != Value::Draw
            || shares.len() < 12
            || shares[3] <= shares[8]
        {
            continue;
        }
        positions += 1;
        let choice = choice(position, "perfect:seed=1");
        assert!(temptation(&position, choice.mv) >= shares[3], "{position}");
    }
    assert!(positions >= 5, "{positions}");
}

#[test]
fn values_of_moves_are_proofs() {
    for seed in 0..10 {
        let position = random("standard", 8, &mut Random::new(seed));
        let value = Exact::get().value(&position);
        let mut search = search(position, "perfect:seed=1");
        search.set_multi_pv(100);
        let choice = search.run().expect("a choice");
        assert_eq!(choice.proof.expect("a proof").plies, value.plies());
        let lines = search.lines();
        assert_eq!(lines.len(), position.count_moves(&mut Vec::new()).min(100));
        assert_eq!(lines[0].mv, choice.mv);
        for line in lines {
            let mut next = position;
            next.play(line.mv);
            let value = Exact::get().value(&next).before();
            let proof = line.proof.expect("a proof");
            assert_eq!(proof.plies, value.plies());
            assert_eq!(proof.outcome, value.outcome(position.side_to_move()));
        }
    }
}

#[test]
fn a_choice_does_not_depend_on_slices() {
    let position = random("standard", 8, &mut Random::new(5));
    let whole = choice(position, "perfect:seed=1");
    let mut search = search(position, "perfect:seed=1");
    while search.step(Budget::units(7)) == Status::Running {
        assert!(search.choice().is_some());
    }
    assert_eq!(search.choice().map(|it| (it.mv, it.nodes)), Some((whole.mv, whole.nodes)));
}

#[test]
fn a_choice_is_exact_however_short_the_search() {
    for seed in 0..20 {
        let position = random("standard", 6, &mut Random::new(seed));
        let mut next = position;
        let choice = search(position, "perfect:seed=1").choice().expect("a choice");
        next.play(choice.mv);
        let value = Exact::get().value(&position);
        assert_eq!(Exact::get().value(&next).before(), value, "{position}");
        assert_eq!(choice.proof, None);
    }
}

/// Its limits are too short for that. A proof is only claimed if the search has found the move, and
/// not whoever asks for it.
#[test]
fn a_search_ends_only_once_it_knows_an_exact_move() {
    let position = random("standard", 6, &mut Random::new(1));
    for spec in ["perfect:ms=1,seed=1", "perfect:ms=1,among=random,seed=1"] {
        for budget in [Budget::UNLIMITED, Budget::units(7), Budget::time(Duration::ZERO)] {
            let mut search = search(position, spec);
            while search.step(budget) == Status::Running {}
            let choice = search.choice().expect("a choice");
            assert!(choice.proof.is_some(), "{spec}");
        }
    }
}

#[test]
fn the_first_positions_of_squares_are_not_solved() {
    let options = Options::new([("variant", "squares")]);
    let start = Quarto::start(&options).expect("a start");
    let mut position = start;
    position.play(position.parse_move("-7").expect("a move"));
    let mut search = search(position, "perfect:seed=1");
    let choice = search.run().expect("a choice");
    assert!(choice.playouts > 0 && choice.proof.is_none());
    search.advance(choice.mv).expect("a legal move");
    assert!(search.choice().is_some());
}
