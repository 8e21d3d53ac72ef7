//! The moves that searches preferred in games, as the policy sees them.

use std::io;
use std::path::Path;

use playout_games::Game;
use playout_games::gomoku::Gomoku;
use playout_search::{
    GOMOKU_INPUTS, GOMOKU_POINT_OUTPUTS, GomokuChoices, GomokuPoint, gomoku_choices,
};

use crate::played::{self, Played, Turn};

/// A position that was searched.
pub(crate) struct Choice {
    pub(crate) points: Box<[Point]>,
    /// The inputs of the network's first layer. 1 is 128.
    pub(crate) inputs: [i16; GOMOKU_INPUTS],
    /// For each move, its share of the visits, or 1 for the move that the search chose if the shares are not
    /// known. The sum is 1.
    pub(crate) shares: Box<[f32]>,
}

/// A move, as the colour to move sees it.
pub(crate) struct Point {
    /// The rows of the lines through its point.
    pub(crate) rows: [u16; 4],
    /// What the network computes there. 1 is 64.
    pub(crate) outputs: [u8; GOMOKU_POINT_OUTPUTS],
}

impl Point {
    fn new((rows, outputs): GomokuPoint) -> Self {
        let output = |it| u8::try_from(it).expect("activations are small and not negative");
        Self { rows, outputs: outputs.map(output) }
    }
}

/// The positions of the games in a file that were searched and in which the search preferred moves that the
/// policy is asked about, game by game.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Vec<Choice>>> {
    played::read(path, choices)
}

/// The choices of a game.
fn choices(game: &Played) -> Vec<Choice> {
    let choice = |turn: &Turn| {
        // The visits are those of a search even if another move was drawn instead.
        if turn.shares.is_empty() && !turn.is_drawn {
            choice(&turn.position, &[(turn.mv.clone(), 1.0)])
        } else {
            choice(&turn.position, &turn.shares)
        }
    };
    game.turns.iter().filter_map(choice).collect()
}

/// A choice with these shares, as far as the policy is asked about their moves; `None` if it is asked about
/// none of them or about nothing else.
fn choice(position: &Gomoku, shares: &[(String, f32)]) -> Option<Choice> {
    if shares.is_empty() {
        return None;
    }
    let GomokuChoices { moves, inputs } = gomoku_choices(position)?;
    let share = |mv| {
        let text = position.move_text(mv);
        shares.iter().find(|it| it.0 == text).map_or(0.0, |it| it.1)
    };
    let shares: Vec<f32> = moves.iter().map(|it| share(it.0)).collect();
    let total: f32 = shares.iter().sum();
    (moves.len() > 1 && total > 0.0).then(|| Choice {
        points: moves.into_iter().map(|it| Point::new(it.1)).collect(),
        inputs,
        shares: shares.into_iter().map(|it| it / total).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(line: &str) -> Played {
        played::parse(line).expect("a game")
    }

    #[test]
    fn only_moves_that_a_search_chose_count() {
        let choices = choices(&game("freestyle 15 1 h8 i9 g7 h7:400? j8:700 g9:310"));
        assert_eq!(choices.len(), 2);
        for choice in &choices {
            assert_eq!(choice.shares.iter().filter(|it| **it == 1.0).count(), 1);
            assert_eq!(choice.shares.iter().sum::<f32>(), 1.0);
            assert!(choice.points.iter().all(|it| it.rows.iter().any(|&row| row != 0)));
        }
    }

    #[test]
    fn shares_of_visits_count_instead_where_they_are_known() {
        // Nobody asks the policy about a1.
        let game = game(
            "freestyle 15 1 h8 i9 g7 h7:400?:g8=600,h7=200 j8:700:a1=900,j8=100 g9:310:a1=990",
        );
        let choices = choices(&game);
        let shares = |(choice, turn): (&Choice, &Turn)| {
            let moves = gomoku_choices(&turn.position).expect("an open position").moves;
            let texts = moves.into_iter().map(|it| turn.position.move_text(it.0));
            let shares = texts.zip(choice.shares.iter().copied()).filter(|it| it.1 > 0.0);
            let mut shares: Vec<_> = shares.collect();
            shares.sort_by(|a, b| a.0.cmp(&b.0));
            shares
        };
        let of = |shares: &[(&str, f32)]| -> Vec<_> {
            shares.iter().map(|&(mv, share)| (mv.to_owned(), share)).collect()
        };
        let seen: Vec<_> = choices.iter().zip(&game.turns).map(shares).collect();
        assert_eq!(seen, [of(&[("g8", 0.75), ("h7", 0.25)]), of(&[("j8", 1.0)])]);
    }
}
