//! Records of games as terms: maps whose tree of moves is nested.

use playout_games::{Code, Error};
use playout_records::{Format, GameTree, MAX_MOVES, NodeId, read, write};
use rustler::{Encoder, Env, Term};

use crate::answer::answer;
use crate::failure::Failure;
use crate::{input, terms};

/// Reads the records of a text in a format, or in the one that the text begins like if the format
/// is `nil`: maps of the game, its start, the tags and the root.
#[rustler::nif(schedule = "DirtyCpu")]
fn read_records<'a>(env: Env<'a>, text: Term<'a>, format: Term<'a>) -> Term<'a> {
    answer(env, || {
        let format = if input::is_nil(format) { None } else { Some(read_format(format)?) };
        let text = input::text(text, "the record")?;
        let trees = read(text, format)?;
        Ok(trees.iter().map(|it| tree(env, it)).collect::<Vec<_>>().encode(env))
    })
}

/// Writes a record in a format. The nodes, without the root, are tuples of the index of the node
/// before (0 is the root, and the first node of the list is 1), the move, the comment and the clock
/// time; the last two may be `nil`.
#[rustler::nif(schedule = "DirtyCpu")]
fn write_record<'a>(
    env: Env<'a>,
    game: Term<'a>,
    start: Term<'a>,
    tags: Term<'a>,
    comment: Term<'a>,
    nodes: Term<'a>,
    format: Term<'a>,
) -> Term<'a> {
    answer(env, || {
        let format = read_format(format)?;
        let mut tree = GameTree::new(input::game(game)?, input::position(start)?)?;
        for (name, text) in input::pairs(tags, "the tags")? {
            tree.add_tag(name, input::text(text, "the text of a tag")?)?;
        }
        set_comment(&mut tree, NodeId::ROOT, comment)?;
        add_nodes(&mut tree, nodes)?;
        Ok(write(&tree, format)?.encode(env))
    })
}

/// The moves of a record, given its nodes as for `write_record`, as the rules describe them.
#[rustler::nif(schedule = "DirtyCpu")]
fn played_record<'a>(env: Env<'a>, game: Term<'a>, start: Term<'a>, nodes: Term<'a>) -> Term<'a> {
    answer(env, || {
        let mut tree = GameTree::new(input::game(game)?, input::position(start)?)?;
        add_nodes(&mut tree, nodes)?;
        Ok(terms::played(env, &tree.played()?))
    })
}

fn read_format(term: Term<'_>) -> Result<Format, Failure> {
    let name = input::text(term, "the format")?;
    let format = Format::named(name).ok_or_else(|| {
        let known = Format::ALL.map(Format::name);
        let message = format!("format must be one of: {}", known.join(", "));
        Error::new(Code::BadOption, "not_a_choice", message)
            .with("key", "format")
            .with("choices", &known[..])
    });
    Ok(format?)
}

fn add_nodes(tree: &mut GameTree, nodes: Term<'_>) -> Result<(), Failure> {
    let not_list = |_| Failure::not_list("the nodes");
    if nodes.list_length().map_err(not_list)? > MAX_MOVES {
        let message = format!("a record has at most {MAX_MOVES} moves");
        let error = Error::new(Code::TooLarge, "too_many_moves", message);
        return Err(error.with("limit", MAX_MOVES as u64).into());
    }
    let nodes: Vec<(usize, Term<'_>, Term<'_>, Term<'_>)> = nodes.decode().map_err(not_list)?;
    let mut ids = vec![NodeId::ROOT];
    for (before, mv, comment, clock) in nodes {
        let Some(&before) = ids.get(before) else { return Err(Failure::not_list("the nodes")) };
        let id = tree.add(before, input::text(mv, "a move")?)?;
        let number = tree.ply(id);
        set_comment(tree, id, comment).map_err(|failure| failure.at_move(number))?;
        if !input::is_nil(clock) {
            let clock = clock.decode().map_err(|_| Failure::not_clock().at_move(number))?;
            tree.set_clock(id, clock).map_err(|error| error.at_move(number))?;
        }
        ids.push(id);
    }
    Ok(())
}

fn set_comment(tree: &mut GameTree, id: NodeId, comment: Term<'_>) -> Result<(), Failure> {
    if !input::is_nil(comment) {
        tree.set_comment(id, input::text(comment, "a comment")?)?;
    }
    Ok(())
}

fn tree<'a>(env: Env<'a>, tree: &GameTree) -> Term<'a> {
    terms::map(
        env,
        [
            ("game", terms::atom(env, tree.game())),
            ("start", tree.start().encode(env)),
            ("tags", tree.tags().encode(env)),
            ("root", root(env, tree)),
        ],
    )
}

/// The root with all nodes below it.
fn root<'a>(env: Env<'a>, tree: &GameTree) -> Term<'a> {
    let mut nodes = vec![terms::nil(env); tree.size() + 1];
    // Nodes come after those before them, so their children are there already.
    for id in tree.ids().rev() {
        let node = tree.node(id);
        let children: Vec<_> = node.children().iter().map(|child| nodes[child.index()]).collect();
        let mv = Some(node.mv()).filter(|_| id != NodeId::ROOT);
        nodes[id.index()] = terms::map(
            env,
            [
                ("move", mv.encode(env)),
                ("comment", node.comment().encode(env)),
                ("clock", node.clock().encode(env)),
                ("children", children.encode(env)),
            ],
        );
    }
    nodes[NodeId::ROOT.index()]
}
