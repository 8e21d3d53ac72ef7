//! Victory by continuous threats (VCT), fours and open threes, found by depth-first proof-number
//! search (df-pn, Nagai 2002).
//!
//! After a threat the defender has only the replies that [`list_moves`] gives, and every other reply
//! loses at once. So a proof here is a proof by the rules. The reverse is not true: a position
//! without such a win may have another.
//!
//! [`list_moves`]: super::list::list_moves

use playout_games::gomoku::Colour;

use super::board::Board;
use super::cells::{CELLS, Cell, iterate};
use super::list::replies_to_open_four;
use super::patterns::Shape;
use super::status::{Status, reply_to_four};
use super::vcf::Vcf;
use crate::minimax::transpositions::{Bound, Entry, Transpositions};

/// A proof or disproof number that means never.
const NEVER: u32 = 1 << 28;
/// The most positions of a search for moves of a line that the table has lost.
const MAX_LOST: u32 = 2_000;
/// The most positions of a search for VCF at each position.
const MAX_VCF: u64 = 60;
/// Longer lines are given up.
const MAX_LENGTH: usize = 80;

/// How far a position is from being proven or disproven, for the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// If it is proven, the most plies that the win takes.
    plies: u32,
}

impl Numbers {
    const UNKNOWN: Self = Self { proof: 1, disproof: 1, plies: 0 };
    const DISPROVEN: Self = Self { proof: NEVER, disproof: 0, plies: 0 };

    fn proven(plies: u32) -> Self {
        Self { proof: 0, disproof: NEVER, plies }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What the search shares with its caller.
pub(super) struct Shared<'a> {
    pub(super) board: &'a mut Board,
    pub(super) vcf: &'a mut Vcf,
    pub(super) table: &'a mut Transpositions,
}

impl Shared<'_> {
    fn look_up(&self, key: u64) -> Numbers {
        let Some(entry) = self.table.get(key) else { return Numbers::UNKNOWN };
        let disproof = u32::from(entry.best_index);
        Numbers {
            proof: entry.value as u32,
            disproof: if entry.best_index == u16::MAX { NEVER } else { disproof },
            plies: entry.depth.into(),
        }
    }

    fn store(&mut self, key: u64, numbers: Numbers) {
        let entry = Entry {
            value: numbers.proof as i32,
            bound: Bound::Exact,
            depth: numbers.plies.min(u8::MAX.into()) as u8,
            best_index: numbers.disproof.min(u16::MAX.into()) as u16,
        };
        self.table.put(key, entry);
    }
}

/// A position on the path.
#[derive(Debug, Default)]
struct Frame {
    key: u64,
    is_attacker: bool,
    /// The moves, and the numbers of the positions after them.
    children: Vec<(Cell, Numbers)>,
    current: usize,
    most_proof: u32,
    most_disproof: u32,
}

/// The search.
#[derive(Debug)]
pub(super) struct Vct {
    frames: Vec<Frame>,
    /// The number of frames in use; the others are kept for their memory.
    depth: usize,
    attacker: Colour,
    /// What is known about the position searched.
    result: Numbers,
    placed: usize,
    cells: Vec<Cell>,
}

impl Vct {
    /// About the most bytes that the path takes: a quarter of the points of the largest board can be
    /// threats.
    pub(super) const BYTES: usize =
        MAX_LENGTH * (size_of::<Frame>() + CELLS / 4 * size_of::<(Cell, Numbers)>());

    pub(super) fn new() -> Self {
        Self {
            frames: Vec::new(),
            depth: 0,
            attacker: Colour::Black,
            result: Numbers::UNKNOWN,
            placed: 0,
            cells: Vec::new(),
        }
    }

    /// Starts a search for a win of the side to move. What earlier searches found is still known.
    pub(super) fn begin(&mut self, with: &mut Shared<'_>) {
        self.begin_for(with.board.to_move(), with);
    }

    /// Starts a search for a win of either side.
    pub(super) fn begin_for(&mut self, attacker: Colour, with: &mut Shared<'_>) {
        self.attacker = attacker;
        self.placed = with.board.placed();
        self.depth = 0;
        self.result = with.look_up(self.key_of(with.board));
        if !self.result.is_decided() {
            self.result = self.enter(with, (NEVER, NEVER));
        }
    }

    /// Visits a position; returns whether there is more to do. In the end the board is as it was.
    pub(super) fn step(&mut self, with: &mut Shared<'_>) -> bool {
        while self.depth > 0 {
            let frame = &mut self.frames[self.depth - 1];
            let numbers = frame.numbers();
            if numbers.proof >= frame.most_proof || numbers.disproof >= frame.most_disproof {
                let key = frame.key;
                with.store(key, numbers);
                self.depth -= 1;
                if self.depth == 0 {
                    self.result = numbers;
                    break;
                }
                with.board.undo();
                let above = &mut self.frames[self.depth - 1];
                let current = above.current;
                above.children[current].1 = numbers;
                continue;
            }
            let (next, most) = frame.select(numbers);
            frame.current = next;
            let cell = frame.children[next].0;
            with.board.play(cell);
            let numbers = self.enter(with, most);
            if numbers.is_decided() || self.depth >= MAX_LENGTH {
                with.board.undo();
                let numbers = if numbers.is_decided() {
                    numbers
                } else {
                    self.depth -= 1;
                    Numbers::DISPROVEN
                };
                let above = &mut self.frames[self.depth - 1];
                above.children[next].1 = numbers;
            }
            return true;
        }
        false
    }

    /// Gives the search up. What it found stays known.
    pub(super) fn stop(&mut self, board: &mut Board) {
        self.depth = 0;
        board.undo_to(self.placed);
    }

    /// The most plies that the win takes, if there is one.
    pub(super) fn plies(&self) -> Option<u32> {
        (self.result.proof == 0).then_some(self.result.plies)
    }

    /// Whether it is certain that there is no such win.
    pub(super) fn is_disproven(&self) -> bool {
        self.result.disproof == 0
    }

    /// The line of a win that was found. Moves that the table has lost are searched again; if that
    /// takes too long, the line ends there.
    pub(super) fn line(&mut self, with: &mut Shared<'_>) -> Vec<Cell> {
        self.line_with_plies(with).0
    }

    /// The line, and the most plies that the win takes with its first move: the table may have lost a
    /// shorter win.
    pub(super) fn line_with_plies(&mut self, with: &mut Shared<'_>) -> (Vec<Cell>, u32) {
        let placed = with.board.placed();
        let (mut line, mut most) = (Vec::new(), None);
        while !self.is_over(with, &mut line) {
            let Some((cell, plies)) = self.known_move(with).or_else(|| self.find_again(with))
            else {
                break;
            };
            with.board.play(cell);
            line.push(cell);
            most = most.or(Some(plies));
        }
        with.board.undo_to(placed);
        // Without a first move of its own, the line is that of VCF.
        let most = most.unwrap_or(line.len() as u32);
        (line, most)
    }

    /// Completes the line if the attacker wins by VCF.
    fn is_over(&self, with: &mut Shared<'_>, line: &mut Vec<Cell>) -> bool {
        let is_attacker = with.board.to_move() == self.attacker;
        let is_over = is_attacker && with.vcf.find(with.board, MAX_VCF).is_some();
        if is_over {
            line.extend_from_slice(with.vcf.line());
        }
        is_over
    }

    /// The move of the side to move in the line, and the most plies to the win, by the numbers known.
    fn known_move(&self, with: &mut Shared<'_>) -> Option<(Cell, u32)> {
        let is_attacker = with.board.to_move() == self.attacker;
        let mut cells = Vec::new();
        match Status::of(with.board) {
            Status::Loses(_) => cells.extend(with.board.find(self.attacker, Shape::Five)),
            status => {
                self.list(with.board, status, &mut cells);
            }
        }
        if cells.is_empty() && !is_attacker {
            // No defence: any stone will do.
            return with
                .board
                .find(self.attacker, Shape::OpenFour)
                .and_then(|four| iterate(with.board.empty()).find(|&cell| cell != four))
                .map(|cell| (cell, Status::OPEN_FOUR_PLIES));
        }
        let mut best: Option<(u32, Cell)> = None;
        for cell in cells {
            with.board.play(cell);
            let numbers = self.known(with);
            with.board.undo();
            let is_better = best.is_none_or(|(plies, _)| {
                if is_attacker { numbers.plies < plies } else { numbers.plies > plies }
            });
            if numbers.proof == 0 && is_better {
                best = Some((numbers.plies, cell));
            }
        }
        best.map(|(plies, cell)| (cell, plies + 1))
    }

    /// Searches the position on the board again, for the move of the attacker.
    fn find_again(&mut self, with: &mut Shared<'_>) -> Option<(Cell, u32)> {
        if with.board.to_move() != self.attacker {
            return None;
        }
        let placed = self.placed;
        let key = self.key_of(with.board);
        with.store(key, Numbers::UNKNOWN);
        self.begin(with);
        let mut left = MAX_LOST;
        while left > 0 && self.step(with) {
            left -= 1;
        }
        self.stop(with.board);
        self.placed = placed;
        if self.result.proof == 0 { self.known_move(with) } else { None }
    }

    /// What is known about the position on the board without a search.
    fn known(&self, with: &mut Shared<'_>) -> Numbers {
        let is_attacker = with.board.to_move() == self.attacker;
        let status = Status::of(with.board);
        match (status, is_attacker) {
            (Status::Wins(plies), true) | (Status::Loses(plies), false) => Numbers::proven(plies),
            (Status::Open | Status::Threatened, true) => {
                let key = self.key_of(with.board);
                match with.look_up(key) {
                    known if known.is_decided() => known,
                    unknown => with.vcf.find(with.board, MAX_VCF).map_or(unknown, Numbers::proven),
                }
            }
            (Status::Threatened, false) => {
                let mut cells = Vec::new();
                self.list(with.board, status, &mut cells);
                if cells.is_empty() {
                    Numbers::proven(Status::OPEN_FOUR_PLIES)
                } else {
                    with.look_up(self.key_of(with.board))
                }
            }
            _ => with.look_up(self.key_of(with.board)),
        }
    }

    fn key_of(&self, board: &Board) -> u64 {
        board.key() ^ (self.attacker as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    /// Lists the moves of a position; `false` if the attack is over.
    fn list(&self, board: &Board, status: Status, cells: &mut Vec<Cell>) -> bool {
        let to_move = board.to_move();
        if to_move == self.attacker {
            match status {
                Status::Forced => cells.push(reply_to_four(board)),
                _ => cells.extend(iterate(board.threes(to_move))),
            }
            return true;
        }
        match status {
            Status::Forced => cells.push(reply_to_four(board)),
            Status::Threatened => replies_to_open_four(board, cells),
            _ => return false,
        }
        true
    }

    /// Enters the position on the board. It becomes the last frame unless its result is known.
    fn enter(&mut self, with: &mut Shared<'_>, most: (u32, u32)) -> Numbers {
        let is_attacker = with.board.to_move() == self.attacker;
        if with.board.empty_count() == 0 {
            return Numbers::DISPROVEN;
        }
        let status = Status::of(with.board);
        match (status, is_attacker) {
            (Status::Wins(plies), true) | (Status::Loses(plies), false) => {
                return Numbers::proven(plies);
            }
            (Status::Wins(_), false) | (Status::Loses(_), true) => return Numbers::DISPROVEN,
            _ => {}
        }
        let key = self.key_of(with.board);
        let known = with.look_up(key);
        if known.is_decided() {
            return known;
        }
        if is_attacker && let Some(plies) = with.vcf.find(with.board, MAX_VCF) {
            let numbers = Numbers::proven(plies);
            with.store(key, numbers);
            return numbers;
        }
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        let goes_on = self.list(with.board, status, &mut cells);
        if !goes_on || cells.is_empty() {
            self.cells = cells;
            let is_lost = goes_on && !is_attacker;
            return if is_lost {
                Numbers::proven(Status::OPEN_FOUR_PLIES)
            } else {
                Numbers::DISPROVEN
            };
        }
        if self.frames.len() == self.depth {
            self.frames.push(Frame::default());
        }
        let mut children = std::mem::take(&mut self.frames[self.depth].children);
        children.clear();
        for &cell in &cells {
            // The key of the position after the move.
            let child = self.key_of(with.board) ^ with.board.key_change(cell);
            let numbers = match with.look_up(child) {
                Numbers::UNKNOWN if is_attacker => {
                    Numbers::first(with.board.shape(self.attacker, cell))
                }
                numbers => numbers,
            };
            children.push((cell, numbers));
        }
        self.cells = cells;
        let (most_proof, most_disproof) = most;
        let frame = Frame { key, is_attacker, children, current: 0, most_proof, most_disproof };
        let numbers = frame.numbers();
        self.frames[self.depth] = frame;
        self.depth += 1;
        if numbers.is_decided() {
            let frame = &self.frames[self.depth - 1];
            with.store(frame.key, numbers);
            self.depth -= 1;
        }
        numbers
    }
}

impl Numbers {
    /// The first guess for the position after a threat: the defender has one reply to a four, and
    /// several to a three.
    fn first(shape: Shape) -> Self {
        let proof = match shape {
            Shape::FourThree => 1,
            Shape::ThreeThree | Shape::FourTwo => 2,
            Shape::Four => 3,
            _ => 4,
        };
        Self { proof, ..Self::UNKNOWN }
    }
}

impl Frame {
    /// The numbers of the position by those of its children.
    fn numbers(&self) -> Numbers {
        let all = self.children.iter().map(|(_, numbers)| *numbers);
        let sum = |numbers: &mut dyn Iterator<Item = u32>| {
            numbers.fold(0, |sum: u32, it| (sum + it).min(NEVER))
        };
        if self.is_attacker {
            let proof = all.clone().map(|it| it.proof).min().unwrap_or(NEVER);
            let disproof = sum(&mut all.clone().map(|it| it.disproof));
            let plies = all.filter(|it| it.proof == 0).map(|it| it.plies).min().unwrap_or(0);
            Numbers { proof, disproof, plies: plies + 1 }
        } else {
            let proof = sum(&mut all.clone().map(|it| it.proof));
            let disproof = all.clone().map(|it| it.disproof).min().unwrap_or(NEVER);
            // Every other reply loses in four plies.
            let plies = all.map(|it| it.plies + 1).max().unwrap_or(0).max(4);
            Numbers { proof, disproof, plies }
        }
    }

    /// The child to search, and how far: the numbers at which another one is searched.
    fn select(&self, total: Numbers) -> (usize, (u32, u32)) {
        let number = |numbers: Numbers| {
            if self.is_attacker { numbers.proof } else { numbers.disproof }
        };
        let mut best = (0, NEVER + 1);
        let mut second = NEVER + 1;
        for (index, (_, numbers)) in self.children.iter().enumerate() {
            let number = number(*numbers);
            if number < best.1 {
                second = best.1;
                best = (index, number);
            } else if number < second {
                second = number;
            }
        }
        let chosen = self.children[best.0].1;
        let next = second.saturating_add(1 + second / 4).min(NEVER);
        let most = if self.is_attacker {
            let disproof = self.most_disproof - total.disproof.min(self.most_disproof);
            (self.most_proof.min(next), (disproof + chosen.disproof).min(NEVER))
        } else {
            let proof = self.most_proof - total.proof.min(self.most_proof);
            ((proof + chosen.proof).min(NEVER), self.most_disproof.min(next))
        };
        (best.0, most)
    }
}

#[cfg(test)]
mod tests {
    use playout_games::gomoku::{Gomoku, Move, Point};
    use playout_games::{Game, Options, Outcome};

    use super::super::cells::move_at;
    use super::*;
    use crate::Random;
    use crate::whole_run::short_or_whole;

    /// A position after some random stones near others.
    fn position(size: u32, variant: &str, seed: u64) -> Option<Gomoku> {
        let mut random = Random::new(seed);
        let options = [("size", size.to_string()), ("variant", variant.to_owned())];
        let mut position = Gomoku::start(&Options::new(options)).expect("a start");
        let plies = 8 + random.below(size);
        let middle = (size / 2 - 3, 7);
        for _ in 0..plies {
            let mut point = || middle.0 + random.below(middle.1);
            let point = Point::new(point() as u8, point() as u8).expect("a point");
            let mv = Move::place(point);
            if position.outcome().is_none() && position.is_legal(mv) {
                position.play(mv);
            }
        }
        position.outcome().is_none().then_some(position)
    }

    /// A search that remembers what it has found.
    struct Searcher {
        vcf: Vcf,
        vct: Vct,
        table: Transpositions,
    }

    impl Searcher {
        /// The line of a win of the side to move, and the most plies that the win takes.
        fn find(&mut self, position: &Gomoku, max_nodes: u32) -> Option<(Vec<Cell>, u32)> {
            let mut board = Board::new(position);
            let Self { vcf, vct, table } = self;
            let mut with = Shared { board: &mut board, vcf, table };
            vct.begin(&mut with);
            for _ in 0..max_nodes {
                if !vct.step(&mut with) {
                    break;
                }
            }
            vct.stop(with.board);
            let plies = vct.plies()?;
            Some((vct.line(&mut with), plies))
        }

        /// Checks by the rules that the side to move wins within some plies against every reply,
        /// with the moves that the search finds for it.
        fn verify(&mut self, position: &Gomoku, plies: u32) -> Result<(), String> {
            let attacker = position.colour_to_move();
            if plies > 0 && !position.winning_points(attacker).is_empty() {
                return Ok(());
            }
            let failure = |what: &str| Err(format!("{what}, {plies} plies left: {position}"));
            if plies < 3 {
                return failure("no win");
            }
            let Some((line, _)) = self.find(position, 20_000) else { return failure("not found") };
            let mut after = *position;
            after.play(move_at(line[0], position.size().into()));
            if !after.winning_points(attacker.other()).is_empty() || after.outcome().is_some() {
                return failure("the defender completes a row");
            }
            // If the attacker can complete a row, every reply elsewhere loses at once.
            let rows = after.winning_points(attacker);
            let replies = if rows.is_empty() { after.empty_points() } else { rows };
            for reply in replies.iter() {
                let mut next = after;
                next.play(Move::place(reply));
                if next.outcome().is_some() {
                    return failure("the defender ends the game");
                }
                self.verify(&next, plies - 2)?;
            }
            Ok(())
        }
    }

    /// How many wins are found and hold: those of at most three plies, and longer ones.
    fn check(size: u32, variant: &str, seeds: u64, longest: u32) -> [u32; 2] {
        let mut verified = [0; 2];
        let mut search =
            Searcher { vcf: Vcf::new(), vct: Vct::new(), table: Transpositions::new(1 << 24) };
        for seed in 0..seeds {
            let Some(position) = position(size, variant, seed) else { continue };
            let Some((line, plies)) = search.find(&position, 2_000) else { continue };
            let mut end = position;
            for &cell in &line {
                let mv = move_at(cell, position.size().into());
                assert!(end.is_legal(mv), "{position}");
                end.play(mv);
            }
            let winner = Some(Outcome::Win(position.side_to_move()));
            assert_eq!(end.outcome(), winner, "{line:?} in {position}");
            if plies <= longest {
                search.verify(&position, plies).expect("the win holds");
                verified[usize::from(plies > 3)] += 1;
            }
        }
        verified
    }

    #[test]
    fn wins_hold_against_every_reply() {
        let seeds = short_or_whole(100, 700);
        for (size, variant, seeds) in [
            (9, "freestyle", 2 * seeds),
            (9, "standard", 2 * seeds),
            (15, "freestyle", seeds),
            (15, "standard", seeds),
        ] {
            let verified = check(size, variant, seeds, 11);
            println!("{size} {variant}: {verified:?}");
            let least = seeds as u32 / 25;
            assert!(verified.iter().all(|&count| count > least), "{size} {variant}: {verified:?}");
        }
    }
}
