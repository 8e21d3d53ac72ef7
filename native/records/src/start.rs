//! The start of a game, as tags say it.

use playout_games::{Code, Error, Game, Options};

use crate::tags::{POSITION, VARIANT};

/// The start position of a variant, which is the usual one if `None`.
fn of_variant<G: Game>(variant: Option<&str>) -> Result<G, Error> {
    G::start(&Options::new(variant.map(|name| ("variant", name))))
}

/// The position in which a game starts according to the tags `Variant` and `Position`. An error
/// comes with the name of the tag that it is about.
pub(crate) fn read<G: Game>(
    variant: Option<&str>,
    position: Option<&str>,
) -> Result<G, (&'static str, Error)> {
    let of_tag = of_variant::<G>(variant).map_err(|error| (VARIANT, error))?;
    let Some(text) = position else { return Ok(of_tag) };
    let start = G::parse(text).map_err(|error| (POSITION, error))?;
    match variant {
        Some(name) if start.variant() != name => {
            let played = start.variant();
            let message =
                format!("the tag Variant is \"{name}\", but the position is of \"{played}\"");
            let error = Error::new(Code::BadRecord, "other_variant", message)
                .with("variant", name)
                .with("wanted", played);
            Err((VARIANT, error))
        }
        _ => Ok(start),
    }
}

/// The texts of the tags `Variant` and `Position`, the latter only if it is needed.
pub(crate) fn write<G: Game>(start: &G) -> Result<(&'static str, Option<String>), Error> {
    let variant = start.variant();
    let is_usual = of_variant::<G>(Some(variant))? == *start;
    Ok((variant, (!is_usual).then(|| start.to_string())))
}
