/// A named player of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its number, from 1; each is stronger than the one below.
    pub number: u32,
    /// Its name in code; the page has a word for it in the reader's language.
    pub name: &'static str,
    /// Its player spec: playouts or nodes, with time as a ceiling; for the last level time
    /// alone.
    pub spec: &'static str,
}

impl Level {
    /// Levels from their names and specs, the weakest first: numbered by their place.
    #[must_use]
    pub const fn ladder<const N: usize>(rungs: [(&'static str, &'static str); N]) -> [Self; N] {
        let mut levels = [Self { number: 0, name: "", spec: "" }; N];
        let mut place = 0;
        while place < N {
            let (name, spec) = rungs[place];
            levels[place] = Self { number: place as u32 + 1, name, spec };
            place += 1;
        }
        levels
    }
}
