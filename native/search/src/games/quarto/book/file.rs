//! The values of the book as bytes, and the file with them.
//!
//! The value of a position for the side to move is a byte: 0 for a draw, and otherwise the plies to
//! the end of the game. The side to move places the first, third, fifth piece of these plies and so
//! on, so an odd number is a win and an even one a loss. The file has the magic text, the version, the
//! number of values, the length of the rest, a CRC-32 (IEEE 802.3) of the rest, and the rest: the
//! values, compressed with DEFLATE (RFC 1951). Numbers have four bytes each, little-endian.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::index::Index;
use crate::exact::Value;

const MAGIC: &[u8; 22] = b"Playout table: quarto\n";
/// Changes whenever files of the old form cannot be read any more.
const VERSION: u32 = 1;
const NUMBERS: usize = 4;
const HEADER: usize = MAGIC.len() + 4 * NUMBERS;
/// The best compression.
const COMPRESSION: u8 = 10;

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It is not what was written.
    Damaged,
    /// It has this version.
    Version(u32),
}

pub(super) fn byte_of(value: Value) -> u8 {
    value.plies().unwrap_or(0) as u8
}

pub(super) fn value_of(byte: u8) -> Value {
    match u32::from(byte) {
        0 => Value::Draw,
        plies if plies % 2 == 1 => Value::Win(plies),
        plies => Value::Loss(plies),
    }
}

/// The file with the values of all positions.
pub(super) fn write(values: &[u8]) -> Vec<u8> {
    let compressed = compress_to_vec(values, COMPRESSION);
    let numbers =
        [VERSION, values.len() as u32, compressed.len() as u32, crc32fast::hash(&compressed)];
    let mut file = MAGIC.to_vec();
    file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    file.extend(compressed);
    file
}

/// The values in a file.
pub(super) fn read(file: &[u8]) -> Result<Vec<u8>, Flaw> {
    let (header, compressed) = file.split_at_checked(HEADER).ok_or(Flaw::Damaged)?;
    let (magic, numbers) = header.split_at(MAGIC.len());
    let number = |index: usize| {
        let bytes = numbers[4 * index..4 * (index + 1)].try_into().expect("four bytes");
        u32::from_le_bytes(bytes)
    };
    if magic != MAGIC {
        return Err(Flaw::Damaged);
    }
    if number(0) != VERSION {
        return Err(Flaw::Version(number(0)));
    }
    let len = Index::get().len();
    let is_whole = number(1) as usize == len
        && number(2) as usize == compressed.len()
        && number(3) == crc32fast::hash(compressed);
    if !is_whole {
        return Err(Flaw::Damaged);
    }
    let values = decompress_to_vec_with_limit(compressed, len).map_err(|_| Flaw::Damaged)?;
    if values.len() == len { Ok(values) } else { Err(Flaw::Damaged) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> Vec<u8> {
        (0..Index::get().len()).map(|number| (number % 7) as u8 & 5).collect()
    }

    fn flaw(file: &[u8]) -> Option<Flaw> {
        read(file).err()
    }

    #[test]
    fn a_file_gives_back_its_values() {
        assert!(read(&write(&values())).is_ok_and(|read| read == values()));
    }

    #[test]
    fn damage_anywhere_is_noticed() {
        let file = write(&values());
        for place in [0, HEADER - 12, HEADER - 8, HEADER - 1, HEADER, file.len() - 1] {
            let mut bytes = file.clone();
            bytes[place] ^= 4;
            assert_eq!(flaw(&bytes), Some(Flaw::Damaged), "{place}");
        }
        for length in [0, HEADER - 1, HEADER, file.len() - 1] {
            assert_eq!(flaw(&file[..length]), Some(Flaw::Damaged), "{length}");
        }
        assert_eq!(flaw(&[&file[..], b"x"].concat()), Some(Flaw::Damaged));
        let mut bytes = file;
        bytes[MAGIC.len()] += 1;
        assert_eq!(flaw(&bytes), Some(Flaw::Version(VERSION + 1)));
    }

    #[test]
    fn bytes_are_values() {
        for value in [Value::Draw, Value::Win(1), Value::Loss(2), Value::Win(13)] {
            assert_eq!(value_of(byte_of(value)), value);
        }
    }
}
