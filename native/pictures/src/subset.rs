//! Checks that a drawing uses only what can be drawn here.
//!
//! The library that draws ignores what it does not know, and follows references however often they
//! multiply. A drawing that passes this check has nothing to ignore, and no references that lead
//! back to where they came from.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Node};

use crate::limits::{DEPTH, ELEMENTS, NUMBER};

const SVG: &str = "http://www.w3.org/2000/svg";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The elements that may occur. Patterns are only allowed where nothing refers to them: they would
/// be drawn in whole pixels, and not as in a browser.
const NAMES: [&str; 17] = [
    "svg",
    "g",
    "defs",
    "use",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "pattern",
    "style",
    "title",
];

/// Attributes that are not drawn, so they may contain any numbers; so may those that begin with
/// `aria-` and `data-`.
const NOT_DRAWN: [&str; 5] = ["id", "class", "href", "role", "tabindex"];

/// Attributes that refer to something else, or contain a stylesheet of their own.
const REFUSED: [&str; 7] =
    ["style", "clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end"];

pub(crate) fn check(document: &Document<'_>) -> Result<(), String> {
    let mut ids = HashMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id")
            && ids.insert(id, node).is_some()
        {
            return Err(format!("the id {id} occurs twice"));
        }
    }
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(format!("the root is <{}> instead of <svg>", root.tag_name().name()));
    }
    let mut walk = Walk { ids, elements: 0 };
    walk.element(root, 0)
}

/// A walk through all elements, following each `use`.
struct Walk<'a, 'input> {
    ids: HashMap<&'a str, Node<'a, 'input>>,
    elements: usize,
}

impl<'a, 'input> Walk<'a, 'input> {
    fn element(&mut self, node: Node<'a, 'input>, depth: usize) -> Result<(), String> {
        self.elements += 1;
        if self.elements > ELEMENTS {
            return Err(format!("it has more than {ELEMENTS} elements"));
        }
        if depth > DEPTH {
            return Err(format!("its elements are nested more than {DEPTH} deep"));
        }
        let name = node.tag_name().name();
        if node.tag_name().namespace() != Some(SVG) || !NAMES.contains(&name) {
            let why = if name == "text" { "; draw text as paths" } else { "" };
            return Err(format!("<{name}> cannot be drawn{why}"));
        }
        self.attributes(node)?;
        if name == "style" {
            let text = node.text().unwrap_or_default();
            check_numbers(text)?;
            self.check_urls(text)?;
        }
        if let Some(target) = target(node)? {
            let target = *self.ids.get(target).ok_or_else(|| missing(target))?;
            self.element(target, depth + 1)?;
        }
        for child in node.children().filter(Node::is_element) {
            self.element(child, depth + 1)?;
        }
        Ok(())
    }

    fn attributes(&self, node: Node<'a, 'input>) -> Result<(), String> {
        for attribute in node.attributes() {
            let name = attribute.name();
            if REFUSED.contains(&name) {
                return Err(format!("the attribute {name} cannot be drawn"));
            }
            if attribute.namespace().is_some_and(|space| space != XML) {
                return Err(format!("the attribute {name} has a namespace"));
            }
            let drawn = !NOT_DRAWN.contains(&name)
                && !["aria-", "data-"].iter().any(|it| name.starts_with(it));
            if drawn {
                check_numbers(attribute.value())?;
            }
            if matches!(name, "fill" | "stroke") {
                self.check_urls(attribute.value())?;
            }
        }
        Ok(())
    }

    fn check_urls(&self, text: &str) -> Result<(), String> {
        for id in urls(text) {
            let target = self.ids.get(id).ok_or_else(|| missing(id))?;
            if !matches!(target.tag_name().name(), "linearGradient" | "radialGradient") {
                return Err(format!("#{id} is not a gradient"));
            }
        }
        Ok(())
    }
}

/// Checks that no number is so large that drawing would take too long, or fail. What looks like a
/// number in a colour or a name is none.
fn check_numbers(text: &str) -> Result<(), String> {
    let starts = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| starts(c) || c == '#') {
        rest = &rest[at..];
        let length = if let Some(name) = rest.strip_prefix('#') {
            1 + name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())
        } else {
            number_length(rest)
        };
        let (number, after) = rest.split_at(length.max(1));
        if number.parse::<f64>().is_ok_and(|number| number.abs() > NUMBER) {
            return Err(format!("the number {number} is beyond {NUMBER}"));
        }
        rest = after;
    }
    Ok(())
}

/// The length of the number at the beginning of a text: its sign, digits, fraction and exponent.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits =
        |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(usize::from(matches!(bytes[0], b'+' | b'-')));
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        // "em" is a unit.
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}

fn missing(id: &str) -> String {
    format!("there is no element with the id {id}")
}

/// The id that a `use` refers to. Other elements must not have an `href`.
fn target<'a>(node: Node<'a, '_>) -> Result<Option<&'a str>, String> {
    let name = node.tag_name().name();
    match (name, node.attribute("href")) {
        ("use", Some(href)) => match href.strip_prefix('#') {
            Some(id) => Ok(Some(id)),
            None => Err(format!("<use> refers to {href}, which is not in the drawing")),
        },
        (_, None) => Ok(None),
        (_, Some(_)) => Err(format!("<{name}> has an href")),
    }
}

/// The ids in `url(#…)`, with or without quotation marks.
fn urls(text: &str) -> impl Iterator<Item = &str> {
    text.split("url(").skip(1).map(|rest| {
        let reference = rest.split(')').next().unwrap_or_default().trim();
        let reference = reference.trim_matches(|c| c == '"' || c == '\'');
        reference.strip_prefix('#').unwrap_or(reference)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(content: &str) -> Result<(), String> {
        let text = format!("<svg xmlns='{SVG}' width='9' height='9'>{content}</svg>");
        check(&Document::parse(&text).expect("well-formed"))
    }

    #[test]
    fn shapes_and_their_references_are_accepted() {
        let content = "<style>.a { fill: url(\"#g\") }</style>\
            <defs><linearGradient id='g'><stop offset='1' stop-color='red'/></linearGradient>\
            <pattern id='p'><use href='#r'/></pattern><rect id='r' fill='url(#g)'/></defs>\
            <g stroke='url( #g )'><path class='a' d='M0 0H5'/><use href='#r'/></g>";
        assert_eq!(checked(content), Ok(()));
    }

    #[test]
    fn what_cannot_be_drawn_is_named() {
        for (content, error) in [
            ("<text>a</text>", "<text> cannot be drawn; draw text as paths"),
            ("<image href='#a'/>", "<image> cannot be drawn"),
            ("<filter id='f'/>", "<filter> cannot be drawn"),
            ("<b xmlns='http://www.w3.org/1999/xhtml'/>", "<b> cannot be drawn"),
            ("<g filter='url(#f)'/>", "the attribute filter cannot be drawn"),
            ("<g style='fill: red'/>", "the attribute style cannot be drawn"),
            ("<use href='a.svg#b'/>", "<use> refers to a.svg#b, which is not in the drawing"),
            ("<use href='#b'/>", "there is no element with the id b"),
            ("<g fill='url(#b)'/>", "there is no element with the id b"),
            ("<g fill='url(#b)'/><pattern id='b'/>", "#b is not a gradient"),
            ("<style>g { fill: url('#b') }</style><g id='b'/>", "#b is not a gradient"),
            ("<g id='b'/><g id='b'/>", "the id b occurs twice"),
            ("<linearGradient href='#b'/>", "<linearGradient> has an href"),
        ] {
            assert_eq!(checked(content), Err(error.to_owned()), "{content}");
        }
        let other = Document::parse("<g xmlns='http://www.w3.org/2000/svg'/>").expect("XML");
        assert_eq!(check(&other), Err("the root is <g> instead of <svg>".to_owned()));
        let xlink = "<use xmlns:x='http://www.w3.org/1999/xlink' x:href='#b'/>";
        assert_eq!(checked(xlink), Err("the attribute href has a namespace".to_owned()));
    }

    #[test]
    fn numbers_are_limited() {
        for accepted in [
            "<path d='M-10000 10000l.5-.5e3 1e-30'/>",
            "<rect fill='#99999999' stroke-width='1em'/>",
            "<rect id='a99999999' class='b99999' aria-label='9e99' data-x='123456'/>",
            "<style>.a { fill: #123456; stroke-width: 10000px }</style>",
        ] {
            assert_eq!(checked(accepted), Ok(()), "{accepted}");
        }
        for (refused, number) in [
            ("<path d='M0 0l5-10001'/>", "-10001"),
            ("<path d='M1e5'/>", "1e5"),
            ("<path d='M0.5.5.1E+9,3'/>", ".1E+9"),
            ("<g transform='scale(1e999)'/>", "1e999"),
            ("<style>.a { stroke-width: 20000 }</style>", "20000"),
        ] {
            let error = format!("the number {number} is beyond {NUMBER}");
            assert_eq!(checked(refused), Err(error), "{refused}");
        }
    }

    #[test]
    fn references_cannot_lead_back() {
        let deep = Err(format!("its elements are nested more than {DEPTH} deep"));
        assert_eq!(checked("<g id='a'><use href='#a'/></g>"), deep);
        assert_eq!(checked("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"), deep);
    }

    #[test]
    fn elements_count_as_often_as_they_are_used() {
        let doubling = |levels: usize| {
            let one = |level| {
                let twice = format!("<use href='#g{level}'/>").repeat(2);
                format!("<g id='g{}'>{twice}</g>", level + 1)
            };
            format!("<g id='g0'/>{}", (0..levels).map(one).collect::<String>())
        };
        assert_eq!(checked(&doubling(9)), Ok(()));
        assert_eq!(checked(&doubling(15)), Err(format!("it has more than {ELEMENTS} elements")));
    }

    #[test]
    fn nesting_is_limited() {
        let nested = |depth| format!("{}{}", "<g>".repeat(depth), "</g>".repeat(depth));
        assert_eq!(checked(&nested(DEPTH)), Ok(()));
        assert!(checked(&nested(DEPTH + 1)).is_err());
        assert!(checked(&nested(100_000)).is_err());
    }
}
