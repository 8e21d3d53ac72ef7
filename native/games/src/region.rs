/// A side's region, as drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The corners of its outline, counterclockwise, as columns (from the left) and rows (from the
    /// bottom) counted in half steps from the first: `(2, 4)` is b3, `(1, 1)` the middle of the
    /// square between a1 and b2. The outline may touch itself and may run along a line twice in
    /// opposite directions. Both fill rules (nonzero and even-odd) fill exactly the region.
    pub outline: Vec<(u8, u8)>,
}
