//! A tree from the nodes of an SGF game.

use playout_games::gomoku::{Colour, Gomoku};
use playout_games::{Code, Error};

use super::build::start;
use super::properties::{CHOICE, TAG, TEXTS, black_is_first, properties};
use super::syntax::{self, RawNode, Value};
use super::{point, text};
use crate::cursor::{Cursor, Place};
use crate::replay::replay;
use crate::tags::RESULT;
use crate::tree::clock_too_long;
use crate::{GameTree, MAX_CLOCK, NodeId, clock};

/// Reads one record, which begins with the next character.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<GameTree, Error> {
    let nodes = syntax::read(cursor)?;
    let root = &nodes[0];
    check_game(root)?;
    let start = start(root)?;
    let mut moves =
        Moves { tree: GameTree::from_position(&start), size: start.size(), read: vec![] };
    moves.add_all(&nodes)?;
    moves.check(root.place)?;
    let mut tree = moves.tree;
    let black_is_first = black_is_first(&tree)?;
    add_tags(&mut tree, root, black_is_first)?;
    Ok(tree)
}

/// Checks that the game is Gomoku.
fn check_game(root: &RawNode<'_>) -> Result<(), Error> {
    let wanted = "only Gomoku can be read from SGF, which is GM[4]";
    match root.value("GM")? {
        Some(Value { text, .. }) if text.trim() == "4" => Ok(()),
        Some(Value { place, .. }) => Err(place.error("other_game", wanted)),
        None => Err(root.place.error("no_game", format!("GM is missing: {wanted}"))),
    }
}

/// The moves of a game.
struct Moves {
    tree: GameTree,
    size: u8,
    /// Where each move is, and the colour of its property; the first is not that of the root.
    read: Vec<(Place, Colour)>,
}

/// A move as it was read.
struct ReadMove {
    text: String,
    place: Place,
    colour: Colour,
}

impl Moves {
    fn add_all(&mut self, nodes: &[RawNode<'_>]) -> Result<(), Error> {
        // The node of the tree for each node of the game.
        let mut ids = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            if index > 0 {
                check_no_setup(node)?;
            }
            let mut id = node.parent.map_or(NodeId::ROOT, |parent| ids[parent]);
            if let Some(ReadMove { text, place, colour }) = self.read_move(node)? {
                id = self.tree.add(id, text).map_err(|error| place.of(error))?;
                self.read.push((place, colour));
                self.set_clock(id, node, colour)?;
            }
            if let Some(Value { text, place }) = node.value("C")? {
                let comment = text::read(text);
                self.tree.add_comment(id, comment).map_err(|error| place.of(error))?;
            }
            ids.push(id);
        }
        Ok(())
    }

    /// The move of a node.
    fn read_move(&self, node: &RawNode<'_>) -> Result<Option<ReadMove>, Error> {
        let mut read = None;
        for name in ["B", "W", CHOICE] {
            let Some(Value { text, place }) = node.value(name)? else { continue };
            if read.is_some() {
                return Err(place.error("several_moves", "a node can have only one move"));
            }
            let (text, colour) = if name == CHOICE {
                let colour = Colour::ALL.into_iter().find(|colour| colour.name() == text);
                let colour = colour.ok_or_else(|| {
                    place.error("bad_choice", "a colour is black or white, in lower case")
                })?;
                (colour.name().to_owned(), colour)
            } else {
                let colour = if name == "B" { Colour::Black } else { Colour::White };
                (point::read(text, self.size, place)?.to_string(), colour)
            };
            read = Some(ReadMove { text, place, colour });
        }
        Ok(read)
    }

    /// Sets the time that the player of a colour had left.
    fn set_clock(&mut self, id: NodeId, node: &RawNode<'_>, colour: Colour) -> Result<(), Error> {
        let Some(Value { text, place }) = node.value(properties(colour).1)? else { return Ok(()) };
        let message = "a clock time must be seconds with up to three decimals, e.g. 90.5";
        let clock =
            clock::read_seconds(text.trim()).ok_or_else(|| place.error("bad_clock", message))?;
        if clock > MAX_CLOCK {
            return Err(place.of(clock_too_long()));
        }
        self.tree.set_clock(id, clock)
    }

    /// Checks the moves and their colours by the rules.
    fn check(&self, root: Place) -> Result<(), Error> {
        let place = |id: NodeId| id.index().checked_sub(1).map_or(root, |index| self.read[index].0);
        let checked = replay::<Gomoku>(&self.tree, |id, record, mv| {
            let (_, read) = self.read[id.index() - 1];
            let wanted = record.position().colour_to_move();
            if mv.point().is_some() && read != wanted {
                let (wanted, read) = (properties(wanted).0, properties(read).0);
                let message = format!("expected {wanted}, found {read}: it is {wanted}'s turn");
                return Err(
                    Error::new(Code::BadRecord, "wrong_colour", message).with("wanted", wanted)
                );
            }
            Ok(())
        });
        checked.map_err(|(id, error)| place(id).of(error))
    }
}

/// Only the start can have stones that nobody has played.
fn check_no_setup(node: &RawNode<'_>) -> Result<(), Error> {
    for name in ["AB", "AW", "AE", "PL"] {
        if let Some(property) = node.property(name) {
            let message = format!("{name} is possible only at the start");
            return Err(property.place.error("late_setup", message));
        }
    }
    Ok(())
}

fn add_tags(tree: &mut GameTree, root: &RawNode<'_>, black_is_first: bool) -> Result<(), Error> {
    let [of_black, of_white] =
        if black_is_first { ["First", "Second"] } else { ["Second", "First"] };
    for property in &root.properties {
        let usual = TEXTS.iter().find(|(name, _)| *name == property.name).map(|(_, tag)| *tag);
        let tag = match property.name {
            "PB" => Some(of_black),
            "PW" => Some(of_white),
            "RE" => Some(RESULT),
            _ => usual,
        };
        if let Some(tag) = tag {
            let Some(Value { text, place }) = root.value(property.name)? else { continue };
            let text = match tag {
                RESULT => read_result(text, black_is_first, place)?,
                "Date" => text::read_line(text).replace('-', "."),
                _ => text::read_line(text),
            };
            tree.add_tag(tag, text).map_err(|error| place.of(error))?;
        } else if property.name == TAG {
            for Value { text, place } in &property.values {
                let Some((name, text)) = text::split_pair(text) else {
                    return Err(place.error("bad_tag", "a tag must be a name, \":\" and a text"));
                };
                let added = tree.add_tag(text::read_line(name), text::read_line(text));
                added.map_err(|error| place.of(error))?;
            }
        }
    }
    Ok(())
}

/// Reads the result of the game, such as `B+R`.
fn read_result(text: &str, black_is_first: bool, place: Place) -> Result<String, Error> {
    let of = |black: bool| if black == black_is_first { "1-0" } else { "0-1" };
    let result = match text.trim() {
        "0" | "Draw" => "1/2-1/2",
        "?" | "" | "Void" => "*",
        other if other.starts_with("B+") => of(true),
        other if other.starts_with("W+") => of(false),
        _ => {
            let message = "a result must begin with B+ or W+, or be 0, Draw, Void or ?";
            return Err(place.error("unknown_result", message));
        }
    };
    Ok(result.to_owned())
}
