use playout_games::Side;
use proptest::prelude::*;

use super::*;
use crate::mcts::playouts::PlayoutStatistics;
use crate::mcts::ucb::Exploration;

type TestTree = Tree<u8, PlayoutStatistics>;

/// Every node except the root is in exactly one block, no two blocks overlap, and every family
/// belongs to exactly one node.
fn check(tree: &TestTree) {
    let mut owners = vec![0; tree.families.len()];
    let mut occupied = vec![false; tree.nodes.len()];
    let (mut len, mut open) = (1, vec![ROOT]);
    occupied[0] = true;
    while let Some(index) = open.pop() {
        let family = tree.family(index);
        if let Some(number) = tree.node(index).family() {
            owners[number] += 1;
        }
        let (first, children) = tree.children(index);
        open.extend((first..).take(children.len()));
        let block = family.first as usize..(family.first + Index::from(family.capacity())) as usize;
        block.for_each(|index| assert!(!std::mem::replace(&mut occupied[index], true)));
        len += usize::from(family.size());
    }
    assert!(owners.iter().all(|&count| count == 1), "{owners:?}");
    assert_eq!(tree.len(), len);
    assert_eq!(tree.bounds.len(), tree.nodes.len());
    let mut free = 0;
    for (power, &first) in tree.free.iter().enumerate() {
        let mut block = first;
        while block != 0 {
            let indices = block as usize..block as usize + (1 << power);
            indices.for_each(|index| assert!(!std::mem::replace(&mut occupied[index], true)));
            free += 1;
            block = tree.node(block).family;
        }
    }
    assert!(
        occupied.into_iter().all(|occupied| occupied),
        "{free} blocks are free, but some nodes are in no block"
    );
}

/// The subtree of a node as text.
fn text_of(tree: &TestTree, index: Index) -> String {
    let family = tree.family(index);
    let node = tree.node(index);
    let below = (family.first..)
        .take(family.nodes.into())
        .map(|child| format!("{:?}{}", tree.bounds[child as usize], text_of(tree, child)));
    format!(
        "{:?} {} {:?} {:?} {} {:?}({})",
        node.mv,
        node.visits(),
        node.next().map(|child| child - family.first),
        node.decided(),
        node.has_at_least_draw(),
        &tree.moves[family.move_range()],
        below.collect::<String>()
    )
}

/// Performs operations of a search on a tree, in an arbitrary order.
fn grow(tree: &mut TestTree, steps: &[(usize, u8)]) {
    let mut nodes = Vec::new();
    for &(at, count) in steps {
        nodes.clear();
        let mut open = vec![ROOT];
        while let Some(index) = open.pop() {
            nodes.push(index);
            let (first, children) = tree.children(index);
            open.extend((first..).take(children.len()));
        }
        let index = nodes[at % nodes.len()];
        let path = [PathNode { index, side: Side::First }];
        tree.back_up(&path, 0, Backup { reward: Outcome::Draw, minimax_weight: 0.0 }, false);
        if !tree.node(index).has_children() {
            tree.expand(index, &(0..count).collect::<Vec<_>>());
        } else if tree.untried(index) > 0 {
            for _ in 0..tree.untried(index).min(count.into()) {
                tree.try_child(index, |n| at as u32 % n);
            }
        } else if at % 3 == 0 {
            let left_out = || (PlayoutStatistics::default(), Bound::UNVISITED);
            if let Some(child) = tree.child_for_move(index, count, left_out) {
                assert_eq!(tree.node(child).mv, Some(count));
                let before = &tree.bounds[tree.children(index).0 as usize..child as usize];
                let is_visited = tree.bound(child) != Bound::UNVISITED;
                assert!(is_visited || !before.contains(&Bound::UNVISITED), "{before:?}");
            }
        } else if at % 2 == 0 {
            tree.prove(index, Decided { outcome: Outcome::Win(Side::Second), plies: count.into() });
        } else {
            tree.set_at_least_draw(index);
        }
        tree.select(&path, Exploration { c: 0.5, growth: 0.0 });
    }
}

proptest! {
    #[test]
    fn the_tree_stays_consistent(
        steps in prop::collection::vec((0usize..1_000, 1u8..20), 1..120),
        moves in prop::collection::vec(0u8..8, 1..4),
        more in prop::collection::vec((0usize..1_000, 1u8..20), 0..60),
    ) {
        let mut tree = Tree::new(1 << 20);
        grow(&mut tree, &steps);
        check(&tree);

        let child = |parent, mv: &u8| {
            let (first, children) = tree.children(parent);
            let index = children.iter().position(|child| child.mv == Some(*mv));
            index.map(|index| first + index as Index)
        };
        let expected = moves.iter().try_fold(ROOT, child).map(|index| text_of(&tree, index));
        prop_assert_eq!(tree.advance(ROOT, &moves), expected.is_some());
        check(&tree);
        prop_assert!(tree.nodes.capacity() <= 2 * tree.nodes.len(), "unused memory is freed");
        match expected {
            Some(expected) => prop_assert_eq!(text_of(&tree, ROOT), expected),
            None => prop_assert_eq!(tree.len(), 1),
        }
        grow(&mut tree, &more);
        check(&tree);
    }

    #[test]
    fn the_memory_limit_is_never_exceeded(
        steps in prop::collection::vec((0usize..1_000, 1u8..20), 1..300),
        max_bytes in 0usize..10_000,
    ) {
        let mut tree = TestTree::new(max_bytes);
        let initial = tree.bytes();
        grow(&mut tree, &steps);
        check(&tree);
        let occupied = tree.bytes();
        prop_assert!(occupied <= max_bytes.max(initial), "{} of {}", occupied, max_bytes);
    }
}

#[test]
fn what_moves_left_out_may_change_only_seems_to_be_so() {
    let mut tree = TestTree::new(1 << 20);
    let add_child = |tree: &mut TestTree, parent, mv| {
        assert!(tree.expand(parent, &[mv]));
        tree.try_child(parent, |_| 0).expect("a child")
    };
    let reply = add_child(&mut tree, ROOT, 1);
    let last = add_child(&mut tree, reply, 2);
    tree.mark_partial(reply);
    let path = [(ROOT, Side::First), (reply, Side::Second), (last, Side::First)]
        .map(|(index, side)| PathNode { index, side });
    let win = Some(Outcome::Win(Side::First));

    tree.prove(last, Decided::now(Outcome::Win(Side::First)));
    tree.prove_path(&path, 0);
    assert_eq!([ROOT, reply].map(|it| tree.node(it).outcome()), [None; 2]);

    tree.mark_widened(reply, false);
    tree.prove_path(&path, 0);
    for index in [ROOT, reply] {
        let node = tree.node(index);
        assert_eq!((node.outcome(), node.proof(), node.is_closed()), (win, None, true));
        assert_eq!(tree.bound(index), Bound::CLOSED);
    }

    let bound = Bound::ucb1(0.5, 1);
    for index in [reply, ROOT] {
        tree.reopen(index);
        tree.set_bound(index, bound);
        assert_eq!((tree.node(index).outcome(), tree.bound(index)), (None, bound));
    }
    // Above the focus, only proofs count.
    tree.prove_path(&path, 1);
    assert_eq!([ROOT, reply].map(|it| tree.node(it).outcome()), [None, win]);

    tree.reopen(reply);
    tree.mark_widened(reply, true);
    tree.prove_path(&path, 0);
    assert_eq!([ROOT, reply].map(|it| tree.node(it).proof()), [win; 2]);
}

#[test]
fn a_proven_win_is_preferred_to_one_that_seems_so() {
    let mut tree = TestTree::new(1 << 20);
    assert!(tree.expand(ROOT, &[1, 2]));
    let children = [0, 0].map(|at| tree.try_child(ROOT, |_| at).expect("a child"));
    let path = [ROOT, children[1]].map(|index| PathNode { index, side: Side::First });
    let win = Outcome::Win(Side::First);
    for child in children {
        tree.close(child, win);
    }
    tree.prove_path(&path, 0);
    assert_eq!((tree.node(ROOT).outcome(), tree.node(ROOT).proof()), (Some(win), None));
    tree.prove(children[1], Decided::now(win));
    tree.prove_path(&path, 0);
    assert_eq!(tree.node(ROOT).proof(), Some(win));
    // It stays proven, whatever the children seem to be.
    tree.close(children[1], win);
    tree.prove_path(&path, 0);
    assert_eq!(tree.node(ROOT).proof(), Some(win));
}
