//! Setups of games by name, for editors.

use crate::{Chosen, Diagram, Editable, Error, Game, Options, Palette, Record, Setup, with_game};

/// A setup with everything that an editor shows of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupView {
    /// The text of the setup, which is the text of the position if the rules accept it.
    pub text: String,
    /// What a board draws: the diagram of the position, if the rules accept it.
    pub diagram: Diagram,
    /// The names of the cells, in the order of [`Setup::cells`].
    pub names: Vec<String>,
    /// Whether the game is over in the position, or why it is none; with the place as in
    /// [`Refusal::into_error`](crate::Refusal::into_error).
    pub verdict: Result<bool, Error>,
}

/// What can be set up in a game.
///
/// # Errors
///
/// `unknown_game`.
pub fn palette(game: &str) -> Result<Palette, Error> {
    with_game!(game, G => G::PALETTE)
}

/// A setup without pieces.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Setup::blank`].
pub fn blank_setup(game: &str, options: &Options) -> Result<Setup, Error> {
    with_game!(game, G => Setup::blank::<G>(options)?)
}

/// The setup of a position after the given moves.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Record::from_texts`].
pub fn setup_of<'a>(
    game: &str,
    position: &str,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Setup, Error> {
    with_game!(game, G => Record::<G>::from_texts(Some(position), moves)?.position().setup())
}

/// Reads the text of a setup, which may be one of no position.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Editable::read`].
pub fn read_setup(game: &str, text: &str) -> Result<Setup, Error> {
    with_game!(game, G => G::read(text)?.0)
}

/// A setup with other options; see [`Setup::with_options`].
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Setup::check_form`] and [`Setup::with_options`].
pub fn change_setup(game: &str, setup: &Setup, options: &Options) -> Result<Setup, Error> {
    with_game!(game, G => {
        well_formed::<G>(setup)?;
        setup.with_options::<G>(options)?
    })
}

/// What an editor shows of a setup.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Setup::check_form`].
pub fn view_setup(game: &str, setup: &Setup) -> Result<SetupView, Error> {
    with_game!(game, G => {
        well_formed::<G>(setup)?;
        let names = (0..setup.cells.len()).map(|index| G::cell_name(&setup.options, index));
        let checked = G::check(setup);
        SetupView {
            text: G::write(setup),
            diagram: checked.as_ref().map_or_else(|_| G::draw(setup), Game::diagram),
            names: names.collect(),
            verdict: match checked {
                Ok(position) => Ok(position.outcome().is_some()),
                Err(refusal) => Err(refusal.into_error::<G>(setup)),
            },
        }
    })
}

/// The text of a setup's position.
///
/// # Errors
///
/// `unknown_game`, the errors of [`Setup::check_form`], and what the rules refuse, with the place as
/// in [`SetupView::verdict`].
pub fn position_of(game: &str, setup: &Setup) -> Result<String, Error> {
    with_game!(game, G => {
        well_formed::<G>(setup)?;
        G::check(setup).map_err(|refusal| refusal.into_error::<G>(setup))?.to_string()
    })
}

/// The values of the options that a game's setups have, as [`Setup`] needs them.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Options::choose_from`].
pub fn setup_options(game: &str, options: &Options) -> Result<Chosen, Error> {
    with_game!(game, G => options.choose_from(G::PALETTE.options)?)
}

fn well_formed<G: Editable>(setup: &Setup) -> Result<(), Error> {
    setup.check_form::<G>().map_err(|refusal| refusal.into_error::<G>(setup))
}
