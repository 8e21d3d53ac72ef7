//! Random edits, which make nearly valid text.

use proptest::prelude::*;
use proptest::sample::Index;

/// A change to some text.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Remove(Index),
    Insert(Index, char),
    Replace(Index, char),
    Swap(Index, Index),
    Cut(Index),
}

pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut chars: Vec<_> = text.chars().collect();
    for edit in edits {
        if chars.is_empty() {
            break;
        }
        let length = chars.len();
        match edit {
            Edit::Remove(at) => drop(chars.remove(at.index(length))),
            Edit::Insert(at, new) => chars.insert(at.index(length + 1), *new),
            Edit::Replace(at, new) => chars[at.index(length)] = *new,
            Edit::Swap(a, b) => chars.swap(a.index(length), b.index(length)),
            Edit::Cut(at) => chars.truncate(at.index(length)),
        }
    }
    chars.into_iter().collect()
}

/// Mostly characters that the formats use.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::sample::select("0123456789ABCDEFabcdfRBPKrbpkw./- squxo+*,gi".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ]
}

pub(crate) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        any::<Index>().prop_map(Edit::Remove),
        (any::<Index>(), character()).prop_map(|(at, new)| Edit::Insert(at, new)),
        (any::<Index>(), character()).prop_map(|(at, new)| Edit::Replace(at, new)),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Edit::Swap(a, b)),
        any::<Index>().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 0..4)
}
