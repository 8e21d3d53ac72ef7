//! A toy game with everything that Quarto lacks: repeated positions, endless games, and a side that
//! moves twice in a row.

use std::fmt;

use playout_games::{
    Code, Diagram, Ending, Error, Game, GameOption, Options, Outcome, Playouts, Reason, Side,
};

/// A token moves forward or back on a ring of twelve places. It is `Second`'s turn on places 1, 4
/// and 7. On place 11 `First` has won, on place 10 `Second`. The game is drawn when a position
/// occurs for the `DRAW_AT`th time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring<const DRAW_AT: u32 = 0> {
    place: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Step {
    Back,
    Forth,
}

impl<const DRAW_AT: u32> fmt::Display for Ring<DRAW_AT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)
    }
}

impl<const DRAW_AT: u32> Game for Ring<DRAW_AT> {
    type Move = Step;

    const NAME: &'static str = "ring";
    const OPTIONS: &'static [GameOption] = &[GameOption::variant(&["plain"], "the only variant")];
    const MOVE_FORMS: &'static [&'static str] = &[">"];
    const REPETITIONS_TO_DRAW: u32 = DRAW_AT;

    fn start(_: &Options) -> Result<Self, Error> {
        Ok(Self { place: 4 })
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let place = text.parse().map_err(|_| Error::new(Code::BadPosition, "place", "no place"))?;
        Ok(Self { place })
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[0]
    }

    fn side_to_move(&self) -> Side {
        if self.place % 3 == 1 { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.place {
            11 => Some(Outcome::Win(Side::First)),
            10 => Some(Outcome::Win(Side::Second)),
            _ => None,
        }
    }

    fn ending(&self) -> Option<Ending> {
        let (reason, cells) = (Reason::Line, vec![self.place.to_string()]);
        self.outcome().map(|outcome| Ending { outcome, reason, cells, details: Vec::new() })
    }

    fn diagram(&self) -> Diagram {
        Diagram::empty(self, 0, 0, &[])
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        if self.outcome().is_none() {
            moves.extend([Step::Back, Step::Forth]);
        }
    }

    fn play(&mut self, mv: Step) {
        let forward = match mv {
            Step::Back => 11,
            Step::Forth => 1,
        };
        self.place = (self.place + forward) % 12;
    }

    fn key(&self) -> u64 {
        u64::from(self.place)
    }

    fn move_text(&self, mv: Step) -> String {
        match mv {
            Step::Back => "<".to_owned(),
            Step::Forth => ">".to_owned(),
        }
    }

    fn steps(&self, mv: Step) -> Vec<String> {
        vec![self.move_text(mv)]
    }

    /// `!` is a move that is never legal.
    fn parse_move(&self, text: &str) -> Result<Step, Error> {
        let refuse = |code| Err(Error::new(code, "toy", "refused"));
        match text {
            "<" | ">" | "!" if self.outcome().is_some() => refuse(Code::Finished),
            "<" => Ok(Step::Back),
            ">" => Ok(Step::Forth),
            "!" => refuse(Code::IllegalMove),
            _ => refuse(Code::BadMove),
        }
    }
}

impl<const DRAW_AT: u32> Playouts for Ring<DRAW_AT> {}
