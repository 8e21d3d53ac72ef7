//! The syntax of SGF: nodes with properties.

use playout_games::{Code, Error, shown};

use crate::cursor::{Cursor, Place};
use crate::tree::too_many_moves;
use crate::{MAX_MOVES, MAX_PROPERTIES};

/// A node as it is in the text.
pub(super) struct RawNode<'a> {
    /// The index of the node before it; `None` for the root.
    pub(super) parent: Option<usize>,
    pub(super) place: Place,
    pub(super) properties: Vec<Property<'a>>,
}

pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    pub(super) place: Place,
    /// At least one.
    pub(super) values: Vec<Value<'a>>,
}

/// A value, with its escapes.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) place: Place,
}

impl<'a> RawNode<'a> {
    pub(super) fn property(&self, name: &str) -> Option<&Property<'a>> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The value of a property that has one.
    ///
    /// # Errors
    ///
    /// `bad_record` if it has several.
    pub(super) fn value(&self, name: &str) -> Result<Option<Value<'a>>, Error> {
        let Some(property) = self.property(name) else { return Ok(None) };
        match property.values[..] {
            [value] => Ok(Some(value)),
            _ => {
                let message = format!("{name} must have one value");
                Err(property.place.error("several_values", message))
            }
        }
    }
}

/// Reads one game: `(;…)`. Its nodes come after those before them.
pub(super) fn read<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<RawNode<'a>>, Error> {
    let mut nodes: Vec<RawNode<'a>> = Vec::new();
    // For each open parenthesis, the node before it.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut last = None;
    loop {
        cursor.skip_space();
        let place = cursor.place();
        match cursor.peek() {
            Some('(') if open.is_empty() || last.is_some() => {
                cursor.next();
                open.push(last);
                cursor.skip_space();
                if cursor.peek() != Some(';') {
                    return Err(cursor.unexpected("\";\", with which a node begins"));
                }
                last = Some(read_nodes(cursor, last, &mut nodes)?);
            }
            Some(')') if !open.is_empty() => {
                cursor.next();
                last = open.pop().flatten();
                if open.is_empty() {
                    return Ok(nodes);
                }
            }
            _ if nodes.is_empty() => return Err(cursor.unexpected("\"(\"")),
            None => {
                return Err(place.error("too_short", "the game has no \")\" at its end"));
            }
            Some(_) => return Err(cursor.unexpected("\"(\" or \")\"")),
        }
    }
}

/// Reads nodes that follow one another; returns the last one.
fn read_nodes<'a>(
    cursor: &mut Cursor<'a>,
    mut parent: Option<usize>,
    nodes: &mut Vec<RawNode<'a>>,
) -> Result<usize, Error> {
    loop {
        let place = cursor.place();
        // The root has no move.
        if nodes.len() > MAX_MOVES {
            return Err(place.of(too_many_moves()));
        }
        cursor.expect(';')?;
        let properties = read_properties(cursor)?;
        nodes.push(RawNode { parent, place, properties });
        let index = nodes.len() - 1;
        if cursor.peek() != Some(';') {
            return Ok(index);
        }
        parent = Some(index);
    }
}

fn read_properties<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<Property<'a>>, Error> {
    let mut properties: Vec<Property<'a>> = Vec::new();
    loop {
        cursor.skip_space();
        let place = cursor.place();
        let name = cursor.take_while(|read| read.is_ascii_uppercase());
        if name.is_empty() {
            return match cursor.peek() {
                None | Some(';' | '(' | ')') => Ok(properties),
                Some(_) => {
                    Err(cursor.unexpected("a property (upper case letters), \";\", \"(\" or \")\""))
                }
            };
        }
        if properties.len() == MAX_PROPERTIES {
            return Err(place.of(too_many_properties()));
        }
        if properties.iter().any(|other| other.name == name) {
            let message = format!("the node has {} twice", shown(name));
            return Err(place.error("property_twice", message));
        }
        let mut values = Vec::new();
        cursor.skip_space();
        while cursor.peek() == Some('[') || values.is_empty() {
            values.push(read_value(cursor)?);
            cursor.skip_space();
        }
        properties.push(Property { name, place, values });
    }
}

fn too_many_properties() -> Error {
    let message = format!("a node has at most {MAX_PROPERTIES} properties");
    Error::new(Code::TooLarge, "too_many_properties", message).with("limit", MAX_PROPERTIES as u64)
}

fn read_value<'a>(cursor: &mut Cursor<'a>) -> Result<Value<'a>, Error> {
    let begun = cursor.place();
    cursor.expect('[')?;
    let (place, offset) = (cursor.place(), cursor.offset());
    loop {
        match cursor.peek() {
            Some(']') => break,
            Some('\\') => {
                cursor.next();
                cursor.next();
            }
            Some(_) => {
                cursor.next();
            }
            None => return Err(begun.error("too_short", "the value has no \"]\" at its end")),
        }
    }
    let text = cursor.since(offset);
    cursor.expect(']')?;
    Ok(Value { text, place })
}
