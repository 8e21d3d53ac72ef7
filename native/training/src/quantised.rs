//! Weights as the search reads them: those of patterns, a byte each, then the others, two bytes each, the lower
//! first.

/// What 1 is in the weights of patterns.
const PATTERNS: f32 = 64.0;

/// Some weights after those of patterns: the index after the last, and what 1 is in them.
pub(crate) type Part = (usize, f32);

/// Weights as bytes. `patterns` is the number of the weights of patterns; the parts follow each other.
pub(crate) fn bytes(weights: &[f32], patterns: usize, parts: &[Part]) -> Vec<u8> {
    let whole = |weight: f32, unit: f32, most: f32| (weight * unit).round().clamp(-most, most);
    let (of_patterns, _) = weights.split_at(patterns);
    let mut bytes: Vec<u8> =
        of_patterns.iter().map(|&weight| whole(weight, PATTERNS, 127.0) as i8 as u8).collect();
    let mut start = patterns;
    for &(end, unit) in parts {
        let of_part = weights[start..end].iter();
        bytes.extend(
            of_part.flat_map(|&weight| (whole(weight, unit, 32_767.0) as i16).to_le_bytes()),
        );
        start = end;
    }
    bytes
}

/// Reads all weights from bytes; `None` if there are too many or too few bytes.
pub(crate) fn read(
    bytes: &[u8],
    patterns: usize,
    parts: &[Part],
    weights: &mut [f32],
) -> Option<()> {
    let (of_patterns, others) = bytes.split_at_checked(patterns)?;
    let (others, []) = others.as_chunks() else { return None };
    if patterns + others.len() != weights.len() {
        return None;
    }
    for (weight, &byte) in weights.iter_mut().zip(of_patterns) {
        *weight = f32::from(byte as i8) / PATTERNS;
    }
    let mut others = others.iter();
    let mut start = patterns;
    for &(end, unit) in parts {
        for (weight, &bytes) in weights[start..end].iter_mut().zip(&mut others) {
            *weight = f32::from(i16::from_le_bytes(bytes)) / unit;
        }
        start = end;
    }
    Some(())
}
