//! The arena: the nodes in one vector, siblings side by side, and beside it in
//! the same order what selection reads of them.
//!
//! A child gets its node when it is first visited; until then it is a move in
//! the list of its family. Wide families of which few are visited, as most
//! are, so take little memory and little time. The nodes of a family stand in
//! a block with room for some more; when it is full, the family moves to one
//! twice as large, and the old block is for the next family that needs one of
//! its size.

use playout_games::Outcome;

use super::bound::{Bound, Roots};
use super::family::Family;
use super::node::{Index, Node};

/// The root's place.
pub(super) const ROOT: Index = 0;

#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    pub(super) bounds: Vec<Bound>,
    /// In the order in which they came to be: a node's own before its
    /// children's.
    pub(super) families: Vec<Family>,
    /// The children without a node, family by family.
    pub(super) moves: Vec<M>,
    /// For each power of two a block of so many nodes that is free; its first
    /// node leads to the next of them.
    pub(super) free: [Index; 16],
    /// Nodes, and children without one.
    pub(super) len: usize,
    most_bytes: usize,
    pub(super) roots: &'static Roots,
    /// Whether its nodes are judged.
    pub(super) is_judged: bool,
}

impl<M: Copy + PartialEq> Tree<M> {
    /// The bytes that a node takes.
    pub(super) const NODE_BYTES: usize = size_of::<Node<M>>() + size_of::<Bound>();

    /// Every game's node must fit: a tree of 64 MiB is to hold two million.
    const FITS: () = assert!(Self::NODE_BYTES <= 32);

    /// A tree of a root that never takes more than some bytes, and whether its nodes
    /// are judged.
    pub(super) fn new(most_bytes: usize, is_judged: bool) -> Self {
        const { Self::FITS };
        Self {
            nodes: vec![Self::root(is_judged)],
            bounds: vec![Bound::FRESH],
            families: Vec::new(),
            moves: Vec::new(),
            free: [0; 16],
            len: 1,
            most_bytes,
            roots: Roots::shared(),
            is_judged,
        }
    }

    /// How many nodes there are, with the children that have none yet.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn node(&self, index: Index) -> &Node<M> {
        &self.nodes[index as usize]
    }

    pub(super) fn family(&self, index: Index) -> Family {
        self.node(index).family().map_or(Family::default(), |family| self.families[family])
    }

    /// The children of a node that have a node, and the index of the first of
    /// them.
    pub(super) fn children(&self, index: Index) -> (Index, &[Node<M>]) {
        let family = self.family(index);
        (family.first, &self.nodes[family.places()])
    }

    /// How many children of a node have none yet.
    pub(super) fn untried(&self, index: Index) -> u16 {
        self.family(index).untried
    }

    /// Notes the result of a node with best play. It is not to be visited
    /// again.
    pub(super) fn prove(&mut self, index: Index, outcome: Outcome) {
        self.nodes[index as usize].prove(outcome);
        self.bounds[index as usize] = Bound::CLOSED;
    }

    /// Notes that the side to move draws at least.
    pub(super) fn hold_draw(&mut self, index: Index) {
        self.nodes[index as usize].hold_draw();
    }

    /// Gives a node its children, without nodes so far, unless there is no
    /// room: then it answers `false` and nothing has changed.
    pub(super) fn expand(&mut self, index: Index, moves: &[M]) -> bool {
        debug_assert!(!self.node(index).has_children(), "a node is expanded once");
        let (Ok(untried), Ok(first_move)) =
            (u16::try_from(moves.len()), Index::try_from(self.moves.len()))
        else {
            return false;
        };
        let spare = self.spare();
        if !make_room(&mut self.moves, moves.len(), spare) {
            return false;
        }
        let spare = self.spare();
        if !make_room(&mut self.families, 1, spare) {
            return false;
        }
        self.moves.extend_from_slice(moves);
        self.nodes[index as usize].set_family(self.families.len());
        self.families.push(Family { moves: first_move, untried, ..Family::default() });
        self.len += moves.len();
        true
    }

    /// Gives a node to one of the children that have none, the one that
    /// `pick(n)`, a number below n, tells; `None` if there is no room.
    pub(super) fn try_child(
        &mut self,
        parent: Index,
        pick: impl FnOnce(u32) -> u32,
    ) -> Option<Index> {
        let number = self.node(parent).family()?;
        if self.families[number].untried == 0 {
            return None;
        }
        self.enlarge(number, self.families[number].made + 1)?;
        let family = &mut self.families[number];
        let first = family.moves as usize;
        let untried = &mut self.moves[first..first + usize::from(family.untried)];
        let picked = pick(u32::from(family.untried)) as usize;
        let last = untried.len() - 1;
        untried.swap(picked, last);
        let child = family.first + Index::from(family.made);
        self.nodes[child as usize] = Node::new(Some(untried[last]));
        self.bounds[child as usize] = Bound::FRESH;
        family.made += 1;
        family.untried -= 1;
        Some(child)
    }

    /// Sees to it that the block of a family has room for so many nodes;
    /// `None` if that cannot be.
    fn enlarge(&mut self, number: usize, made: u16) -> Option<()> {
        let old = self.families[number];
        if made <= old.room() {
            return Some(());
        }
        let new = Family { made, untried: old.size() - made, ..old };
        let first = self.block(new.room())?;
        self.nodes.copy_within(old.places(), first as usize);
        self.bounds.copy_within(old.places(), first as usize);
        if old.made > 0 {
            // What is not full is a power of two.
            let free = &mut self.free[old.room().trailing_zeros() as usize];
            self.nodes[old.first as usize].set_next_free(*free);
            *free = old.first;
        }
        self.families[number].first = first;
        Some(())
    }

    /// A block of nodes to write to.
    pub(super) fn block(&mut self, room: u16) -> Option<Index> {
        let free = &mut self.free[room.ilog2() as usize];
        if room.is_power_of_two() && *free != 0 {
            let block = *free;
            *free = self.nodes[block as usize].next_free();
            return Some(block);
        }
        let first = Index::try_from(self.nodes.len()).ok()?;
        let spare = self.spare();
        if !make_room(&mut self.nodes, usize::from(room), spare) {
            return None;
        }
        let spare = self.spare();
        if !make_room(&mut self.bounds, usize::from(room), spare) {
            return None;
        }
        let end = self.nodes.len() + usize::from(room);
        self.nodes.resize(end, Node::new(None));
        self.bounds.resize(end, Bound::FRESH);
        Some(first)
    }

    /// The bytes that may still be taken.
    pub(super) fn spare(&self) -> usize {
        let taken = self.nodes.capacity() * size_of::<Node<M>>()
            + self.bounds.capacity() * size_of::<Bound>()
            + self.families.capacity() * size_of::<Family>()
            + self.moves.capacity() * size_of::<M>();
        self.most_bytes.saturating_sub(taken)
    }
}

/// Items that there is room for as soon as there are any, unless that is much of what
/// may be taken: most searches need no more, and what is not used yet costs no
/// memory. (With half of it glibc's allocator, which keeps twice its largest block, gave
/// the pages of every tree back and had them made anew: 6 % of a short search's time.)
const ROOM_AT_FIRST: usize = 1 << 16;

/// Makes room for some more items, mostly for as many as there are but for no
/// more bytes than may be taken; `false` if these are too few.
pub(super) fn make_room<T>(items: &mut Vec<T>, more: usize, spare: usize) -> bool {
    let needed = (items.len() + more).saturating_sub(items.capacity());
    if needed == 0 {
        return true;
    }
    let most = spare / size_of::<T>();
    if needed > most {
        return false;
    }
    // Not all of it: there are other vectors too.
    let at_first = ROOM_AT_FIRST.min(most / 64);
    let added = items.len().max(at_first).clamp(needed, needed.max(most / 4));
    items.reserve_exact(items.capacity() - items.len() + added);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::descent::Passed;
    use playout_games::Side;
    use proptest::prelude::*;

    /// Every node but the root stands in exactly one block, no two blocks
    /// overlap, and every family belongs to exactly one node.
    fn check(tree: &Tree<u8>) {
        let mut owners = vec![0; tree.families.len()];
        let mut taken = vec![false; tree.nodes.len()];
        let (mut len, mut open) = (1, vec![ROOT]);
        taken[0] = true;
        while let Some(index) = open.pop() {
            let family = tree.family(index);
            if let Some(number) = tree.node(index).family() {
                owners[number] += 1;
            }
            let (first, children) = tree.children(index);
            open.extend((first..).take(children.len()));
            let block = family.first as usize..(family.first + Index::from(family.room())) as usize;
            block.for_each(|place| assert!(!std::mem::replace(&mut taken[place], true)));
            len += usize::from(family.size());
        }
        assert!(owners.iter().all(|&count| count == 1), "{owners:?}");
        assert_eq!(tree.len(), len);
        assert_eq!(tree.bounds.len(), tree.nodes.len());
        let mut free = 0;
        for (power, &first) in tree.free.iter().enumerate() {
            let mut block = first;
            while block != 0 {
                let places = block as usize..block as usize + (1 << power);
                places.for_each(|place| assert!(!std::mem::replace(&mut taken[place], true)));
                free += 1;
                block = tree.node(block).next_free();
            }
        }
        assert!(taken.into_iter().all(|taken| taken), "{free} blocks are free, some room is lost");
    }

    /// What hangs below a node, written out.
    fn written(tree: &Tree<u8>, index: Index) -> String {
        let family = tree.family(index);
        let node = tree.node(index);
        let below = (family.first..)
            .take(family.made.into())
            .map(|child| format!("{:?}{}", tree.bounds[child as usize], written(tree, child)));
        let moves = family.moves as usize..family.moves as usize + usize::from(family.untried);
        format!(
            "{:?} {} {:?} {:?} {} {:?}({})",
            node.mv,
            node.visits,
            node.next().map(|child| child - family.first),
            node.proof(),
            node.holds_draw(),
            &tree.moves[moves],
            below.collect::<String>()
        )
    }

    /// Does with a tree what a search may do, in an order that makes no sense.
    fn grow(tree: &mut Tree<u8>, steps: &[(usize, u8)]) {
        let mut nodes: Vec<_> = (0..tree.nodes.len() as Index).collect();
        for &(at, count) in steps {
            nodes.clear();
            let mut open = vec![ROOT];
            while let Some(index) = open.pop() {
                nodes.push(index);
                let (first, children) = tree.children(index);
                open.extend((first..).take(children.len()));
            }
            let index = nodes[at % nodes.len()];
            tree.count(index, Side::First, Outcome::Draw);
            if !tree.node(index).has_children() {
                tree.expand(index, &(0..count).collect::<Vec<_>>());
            } else if tree.untried(index) > 0 {
                for _ in 0..tree.untried(index).min(count.into()) {
                    tree.try_child(index, |n| at as u32 % n);
                }
            } else if at % 2 == 0 {
                tree.prove(index, Outcome::Win(Side::Second));
            } else {
                tree.hold_draw(index);
            }
            tree.choose(&[Passed { index, side: Side::First }], 0.5);
        }
    }

    proptest! {
        #[test]
        fn a_family_tree_it_is_and_remains(
            steps in prop::collection::vec((0usize..1_000, 1u8..20), 1..120),
            mv in 0u8..20,
            more in prop::collection::vec((0usize..1_000, 1u8..20), 0..60),
        ) {
            let mut tree = Tree::new(1 << 20, false);
            grow(&mut tree, &steps);
            check(&tree);

            let (first, children) = tree.children(ROOT);
            let place = children.iter().position(|child| child.mv == Some(mv));
            let expected = place.map(|place| written(&tree, first + place as Index));
            prop_assert_eq!(tree.advance(mv), expected.is_some());
            check(&tree);
            prop_assert!(tree.nodes.capacity() <= 2 * tree.nodes.len(), "the rest is given back");
            match expected {
                Some(expected) => prop_assert_eq!(written(&tree, ROOT), expected),
                None => prop_assert_eq!(tree.len(), 1),
            }
            grow(&mut tree, &more);
            check(&tree);
        }

        #[test]
        fn the_cap_is_never_exceeded(
            steps in prop::collection::vec((0usize..1_000, 1u8..20), 1..300),
            most_bytes in 0usize..10_000,
        ) {
            let mut tree = Tree::new(most_bytes, false);
            let at_first = usize::MAX - Tree { most_bytes: usize::MAX, ..tree.clone() }.spare();
            grow(&mut tree, &steps);
            check(&tree);
            let taken = usize::MAX - Tree { most_bytes: usize::MAX, ..tree }.spare();
            prop_assert!(taken <= most_bytes.max(at_first), "{} of {}", taken, most_bytes);
        }
    }
}
