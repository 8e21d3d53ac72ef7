//! The quantiles of Student's t-distribution that confidence intervals need.

use std::f64::consts::FRAC_PI_2;

/// The confidence level of intervals.
pub(super) const CONFIDENCE: f64 = 0.95;

/// The corresponding quantile of the normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// With this many degrees of freedom or more, the Cornish-Fisher expansion is more accurate than the
/// sum: its truncation error shrinks, while the rounding error of the sum grows. At this point both
/// are below 1e-13.
const MANY: usize = 500;

/// The half-width, in standard errors, of a confidence interval around a mean, for at least one
/// degree of freedom.
pub(super) fn quantile(freedom: usize) -> f64 {
    if freedom < MANY { by_bisection(freedom) } else { by_expansion(freedom) }
}

fn by_bisection(freedom: usize) -> f64 {
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    // Each step gains one bit, and an `f64` has 53.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if probability_within(middle, freedom) < CONFIDENCE {
            low = middle;
        } else {
            high = middle;
        }
    }
    (freedom as f64).sqrt() * low.tan()
}

/// The probability that t lies within `sqrt(freedom) * tan(angle)` of 0: a finite sum of
/// powers of the cosine (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
fn probability_within(angle: f64, freedom: usize) -> f64 {
    let (sine, cosine) = angle.sin_cos();
    let is_odd = !freedom.is_multiple_of(2);
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    for power in (usize::from(is_odd)..freedom - 1).step_by(2) {
        sum += term;
        term *= cosine * cosine * (power + 1) as f64 / (power + 2) as f64;
    }
    if is_odd { (angle + sine * sum) / FRAC_PI_2 } else { sine * sum }
}

/// The Cornish-Fisher expansion (1960; Abramowitz and Stegun 26.7.5) up to the fourth power of
/// `1 / freedom`. The truncation error is smaller than the next term.
fn by_expansion(freedom: usize) -> f64 {
    let x = NORMAL;
    let power = |power| x.powi(power);
    let terms = [
        x,
        (power(3) + x) / 4.0,
        (5.0 * power(5) + 16.0 * power(3) + 3.0 * x) / 96.0,
        (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * x) / 384.0,
        (79.0 * power(9) + 776.0 * power(7) + 1_482.0 * power(5) - 1_920.0 * power(3) - 945.0 * x)
            / 92_160.0,
    ];
    terms.into_iter().rev().fold(0.0, |sum, term| sum / freedom as f64 + term)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    fn agree(found: f64, expected: f64, freedom: usize) {
        let off = (found - expected).abs() / expected;
        assert!(off < 1e-13, "{freedom}: {found} instead of {expected}");
    }

    /// For 1, 2 and 4 degrees of freedom the inverse has a closed form (Shaw 2006).
    #[test]
    fn quantiles_match_the_closed_forms() {
        let rest = 1.0 - CONFIDENCE * CONFIDENCE;
        agree(quantile(1), (PI * CONFIDENCE / 2.0).tan(), 1);
        agree(quantile(2), CONFIDENCE * (2.0 / rest).sqrt(), 2);
        let q = (rest.sqrt().acos() / 3.0).cos() / rest.sqrt();
        agree(quantile(4), 2.0 * (q - 1.0).sqrt(), 4);
    }

    /// Abramowitz and Stegun, table 26.10, with more digits.
    #[test]
    fn quantiles_match_published_tables() {
        for (freedom, expected) in [
            (1, 12.706_204_736_174_7),
            (2, 4.302_652_729_749_464),
            (3, 3.182_446_305_283_71),
            (5, 2.570_581_835_636_316),
            (9, 2.262_157_162_798_206),
            (10, 2.228_138_851_986_275),
            (30, 2.042_272_456_301_238),
            (60, 2.000_297_822_014_26),
            (120, 1.979_930_405_082_441),
            (199, 1.971_956_544_251_754),
            (1_000, 1.962_339_080_826_408),
            (5_000, 1.960_438_551_706_508),
            (100_000, 1.959_987_707_534_61),
        ] {
            agree(quantile(freedom), expected, freedom);
        }
    }

    #[test]
    fn the_two_methods_agree() {
        for freedom in MANY - 2..MANY + 3 {
            agree(by_bisection(freedom), by_expansion(freedom), freedom);
        }
    }

    #[test]
    fn more_games_give_a_narrower_interval() {
        let quantiles: Vec<_> = (1..5 * MANY).map(quantile).collect();
        assert!(quantiles.is_sorted_by(|fewer, more| fewer > more));
        assert!(quantiles.iter().all(|it| *it > NORMAL));
    }
}
