//! Animal Shogi (Dobutsu shogi, Madoka Kitao and Maiko Fujita), with the
//! variant `quick-try`.
//!
//! ```text
//!       3 2 1
//!     | r k b | a     k lion, r giraffe, b elephant, p chick, +p hen
//!     | . p . | b     upper case: the first side's (sente's), who plays
//!     | . P . | c     upward; lower case: the second side's
//!     | B K R | d
//! ```
//!
//! A side wins by capturing the lion (catch), or when its own lion stands on
//! the far rank and is not attacked (try).

mod moves;
mod piece;
mod refusal;
mod setup;
mod told;

pub use moves::Move;
pub use piece::{Animal, Piece, Square};

use crate::hash::mix;
use crate::{Detail, Ending, Error, Game, Options, Outcome, Reason, Side, Urgency};
use piece::FAR_RANK;

/// A position of Animal Shogi. What happened before is not part of it:
/// [`Record`](crate::Record) counts the repetitions.
///
/// # Examples
///
/// ```
/// use playout_games::{Game, animal_shogi::AnimalShogi};
///
/// let mut position = AnimalShogi::default();
/// let captures = position.parse_move("2c2b")?;
/// position.play(captures);
/// assert_eq!(position.to_string(), "rkb/1P1/3/BKR w P");
/// # Ok::<(), playout_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnimalShogi {
    board: [Option<Piece>; 12],
    /// The squares of each side's pieces, a bit each.
    of: [u16; 2],
    /// How many of each animal a side holds, in the order of
    /// [`Animal::IN_HAND`].
    hands: [[u8; 3]; 2],
    /// The squares of the lions, a bit each; 0 where it was caught.
    lions: [u16; 2],
    side: Side,
    /// Whether a lion wins on its far rank even if it is attacked.
    quick_try: bool,
    end: Option<End>,
}

/// How a position ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Catch(Side),
    Try(Side),
    BothSafe,
    /// The side to move has no legal move, and loses.
    NoMoves,
}

impl Default for AnimalShogi {
    /// The usual start.
    fn default() -> Self {
        setup::start(false)
    }
}

impl AnimalShogi {
    fn empty(quick_try: bool) -> Self {
        Self {
            board: [None; 12],
            of: [0; 2],
            hands: [[0; 3]; 2],
            lions: [0; 2],
            side: Side::First,
            quick_try,
            end: None,
        }
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// How many of an animal a side holds in hand.
    #[must_use]
    pub fn in_hand(&self, side: Side, animal: Animal) -> u8 {
        animal.hand_index().map_or(0, |index| self.hands[side as usize][index])
    }

    /// Where a side's lion stands; `None` once it was caught.
    #[must_use]
    pub fn lion(&self, side: Side) -> Option<Square> {
        Square::of_set(self.lions[side as usize]).next()
    }

    /// Whether a piece of this side could move to a square, whatever might
    /// happen to that piece; drops do not attack.
    #[must_use]
    pub fn attacks(&self, side: Side, square: Square) -> bool {
        self.attacks_any(side, square.bit())
    }

    fn attacks_any(&self, side: Side, squares: u16) -> bool {
        self.pieces(side).any(|(from, piece)| piece.attacks(from) & squares != 0)
    }

    fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> {
        Square::of_set(self.of[side as usize])
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
        self.of[piece.side as usize] |= square.bit();
        if piece.animal == Animal::Lion {
            self.lions[piece.side as usize] = square.bit();
        }
    }

    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board[square.index()].take()?;
        self.of[piece.side as usize] &= !square.bit();
        if piece.animal == Animal::Lion {
            self.lions[piece.side as usize] = 0;
        }
        Some(piece)
    }

    /// Whether a side's lion stands on its far rank and counts as safe there.
    fn has_tried(&self, side: Side) -> bool {
        let lion = self.lions[side as usize] & FAR_RANK[side as usize];
        lion != 0 && (self.quick_try || !self.attacks_any(side.other(), lion))
    }

    /// How the game has ended, in the order in which the rules look.
    fn find_end(&self) -> Option<End> {
        for side in [Side::First, Side::Second] {
            if self.lions[side as usize] == 0 {
                return Some(End::Catch(side.other()));
            }
        }
        match (self.has_tried(Side::First), self.has_tried(Side::Second)) {
            (true, true) => Some(End::BothSafe),
            (true, false) => Some(End::Try(Side::First)),
            (false, true) => Some(End::Try(Side::Second)),
            (false, false) => (!self.has_move()).then_some(End::NoMoves),
        }
    }

    fn has_move(&self) -> bool {
        let own = self.of[self.side as usize];
        // Eight pieces leave room on twelve squares for every drop.
        self.hands[self.side as usize] != [0; 3]
            || self.pieces(self.side).any(|(from, piece)| piece.attacks(from) & !own != 0)
    }

    fn step(&self, from: Square, piece: Piece, to: Square) -> Move {
        let far = FAR_RANK[piece.side as usize] & to.bit() != 0;
        Move::Step { from, to, promotes: piece.animal == Animal::Chick && far }
    }

    fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Whether the side to move can win at once. Mostly that needs no trying.
    fn can_win_at_once(&self) -> bool {
        let (side, other) = (self.side, self.side.other());
        if self.attacks_any(side, self.lions[other as usize]) {
            return true;
        }
        let lion = self.lions[side as usize];
        let near = self.lion(side).is_some_and(|square| {
            let reach = Piece { animal: Animal::Lion, side }.attacks(square);
            (reach | lion) & FAR_RANK[side as usize] != 0
        });
        // The lion gets there, or what attacked it there goes.
        let may_leave_no_move =
            self.hands[other as usize] == [0; 3] && self.of[side as usize].count_ones() <= 2;
        if !near && !may_leave_no_move {
            return false;
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().any(|mv| self.after(mv).outcome() == Some(Outcome::Win(side)))
    }

    /// The position as it is seen in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = Self { board: [None; 12], of: [0; 2], lions: [0; 2], ..*self };
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                mirrored.put(square.mirrored(), piece);
            }
        }
        mirrored
    }
}

impl Game for AnimalShogi {
    type Move = Move;

    const NAME: &'static str = "animal_shogi";
    const VARIANTS: &'static [&'static str] = &["standard", "quick-try"];
    const REPETITIONS_TO_DRAW: u32 = 3;

    fn start(options: &Options) -> Result<Self, Error> {
        options.only(&["variant"])?;
        Ok(setup::start(options.variant(Self::VARIANTS)? == "quick-try"))
    }

    fn parse(text: &str) -> Result<Self, Error> {
        setup::parse(text)
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[usize::from(self.quick_try)]
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(match self.end? {
            End::Catch(winner) | End::Try(winner) => Outcome::Win(winner),
            End::NoMoves => Outcome::Win(self.side.other()),
            End::BothSafe => Outcome::Draw,
        })
    }

    fn ending(&self) -> Option<Ending> {
        let (outcome, end) = (self.outcome()?, self.end?);
        let (reason, sides): (_, &[Side]) = match &end {
            End::Catch(_) => (Reason::Catch, &[]),
            End::Try(winner) => (Reason::Try, std::slice::from_ref(winner)),
            End::BothSafe => (Reason::BothSafe, &[Side::First, Side::Second]),
            End::NoMoves => (Reason::NoMoves, &[]),
        };
        let lions = sides.iter().filter_map(|&side| self.lion(side));
        let cells = lions.map(|square| square.to_string()).collect();
        Some(Ending { outcome, reason, cells, details: Vec::new() })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.end.is_some() {
            return;
        }
        let own = self.of[self.side as usize];
        for (from, piece) in self.pieces(self.side) {
            let targets = Square::of_set(piece.attacks(from) & !own);
            moves.extend(targets.map(|to| self.step(from, piece, to)));
        }
        let empty = !(self.of[0] | self.of[1]);
        for (animal, count) in Animal::IN_HAND.into_iter().zip(self.hands[self.side as usize]) {
            if count > 0 {
                moves.extend(Square::of_set(empty).map(|to| Move::Drop { animal, to }));
            }
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        if self.end.is_some() {
            return false;
        }
        match mv {
            Move::Drop { animal, to } => {
                self.piece_at(to).is_none() && self.in_hand(self.side, animal) > 0
            }
            Move::Step { from, to, .. } => self.piece_at(from).is_some_and(|piece| {
                piece.side == self.side
                    && piece.attacks(from) & !self.of[self.side as usize] & to.bit() != 0
                    && self.step(from, piece, to) == mv
            }),
        }
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        let side = self.side;
        let hand = &mut self.hands[side as usize];
        match mv {
            Move::Drop { animal, to } => {
                if let Some(index) = animal.hand_index() {
                    hand[index] -= 1;
                }
                self.put(to, Piece { animal, side });
            }
            Move::Step { from, to, promotes } => {
                let captured = self.take(to).and_then(|piece| piece.animal.captured());
                if let Some(index) = captured.and_then(Animal::hand_index) {
                    self.hands[side as usize][index] += 1;
                }
                if let Some(mut piece) = self.take(from) {
                    if promotes {
                        piece.animal = Animal::Hen;
                    }
                    self.put(to, piece);
                }
            }
        }
        self.side = side.other();
        self.end = self.find_end();
    }

    fn key(&self) -> u64 {
        let square = |piece: Option<Piece>| {
            piece.map_or(0, |piece| 1 + piece.animal as u64 + 5 * piece.side as u64)
        };
        let board = self.board.iter().fold(0, |bits, &piece| bits << 4 | square(piece));
        let hands =
            self.hands.iter().flatten().fold(0, |bits, &count| bits << 2 | u64::from(count));
        let rest = hands << 2 | (self.side as u64) << 1 | u64::from(self.quick_try);
        mix(mix(0, board), rest)
    }

    fn canonical_key(&self) -> u64 {
        self.key().min(self.mirrored().key())
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn steps(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Step { from, to, .. } => vec![from.to_string(), to.to_string()],
            Move::Drop { animal, to } => vec![animal.letter().to_string(), to.to_string()],
        }
    }

    fn move_details(&self, mv: Move) -> Vec<(&'static str, Detail)> {
        self.told_of(mv)
    }

    fn alerts(&self) -> Vec<(&'static str, Vec<String>)> {
        self.told_of_lions()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Error> {
        let mv = Move::parse(text)?;
        if self.is_legal(mv) { Ok(mv) } else { Err(self.refusal(mv)) }
    }

    fn urgent_moves(&self, moves: &mut Vec<Move>) -> Urgency {
        let from = moves.len();
        self.legal_moves(moves);
        let after: Vec<_> = moves[from..].iter().map(|&mv| (mv, self.after(mv))).collect();
        let mut keep = |wanted: &dyn Fn(&Self) -> bool| {
            let kept: Vec<_> =
                after.iter().filter(|(_, next)| wanted(next)).map(|(mv, _)| *mv).collect();
            let any = !kept.is_empty();
            if any {
                moves.truncate(from);
                moves.extend(kept);
            }
            any
        };
        if keep(&|next| next.outcome() == Some(Outcome::Win(self.side))) {
            Urgency::Win
        } else if keep(&|next| match next.outcome() {
            None => !next.can_win_at_once(),
            over => over != Some(Outcome::Win(self.side.other())),
        }) {
            Urgency::Safe
        } else {
            Urgency::Lost
        }
    }
}
