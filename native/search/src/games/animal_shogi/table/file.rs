//! The file of the table: a header with counts and checksums, then the entries in compressed
//! blocks.
//!
//! The header has the magic text, the version, the number of slots, how many slots hold each entry,
//! the length and checksum of every block, and its own checksum; numbers are little-endian. A block
//! holds [`BLOCK`] entries (the last one the rest), compressed with DEFLATE (RFC 1951). Slots
//! without a value repeat the entry before them, which compresses best. Checksums are CRC-32 (IEEE
//! 802.3), those of blocks over the compressed bytes.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_slice_iter_to_slice;
use playout_games::{Code, Error};

use super::new_file::NewFile;

const MAGIC: &[u8; 28] = b"Playout table: animal_shogi\n";
/// Changes whenever files of the old form cannot be read any more.
const VERSION: u32 = 1;
/// Entries per block.
const BLOCK: usize = 1 << 20;
/// Above this level, DEFLATE takes twice the time and saves 1 % of the file.
const COMPRESSION: u8 = 4;
/// The longest block that is read: DEFLATE never needs more for [`BLOCK`] bytes.
const MAX_COMPRESSED: u32 = BLOCK as u32 + (1 << 16);
/// How many different entries are counted.
pub(super) const COUNTS: usize = 256;

/// How many slots hold each entry, with [`UNUSED`](super::slots::UNUSED) for those without.
pub(super) type Counts = [u64; COUNTS];

/// The size of the header of a table with a number of slots.
fn header_size(slots: u32) -> usize {
    MAGIC.len() + 4 + 4 + COUNTS * 8 + block_count(slots) * 8 + 4
}

fn block_count(slots: u32) -> usize {
    (slots as usize).div_ceil(BLOCK)
}

/// A block, and where its length and checksum belong in the header.
struct Block {
    compressed: Vec<u8>,
    checksum: u32,
}

/// Writes a table to a new file next to `path`, and then renames it, so that `path` is always a
/// complete file. The table has as many slots as `counts` counts. `entries` fills its second
/// argument with the entries from a slot on. Returns the size of the file in bytes.
pub(super) fn write(
    path: &Path,
    counts: &Counts,
    threads: usize,
    entries: impl Fn(u32, &mut [u8]) + Sync,
    mut progress: impl FnMut(f64),
) -> io::Result<u64> {
    let slots = counts.iter().sum::<u64>() as u32;
    let mut new = NewFile::beside(path)?;
    let file = new.file();
    file.write_all(&vec![0; header_size(slots)])?;
    let mut blocks = Vec::new();
    let numbers: Vec<_> = (0..block_count(slots)).collect();
    for group in numbers.chunks(threads.max(1)) {
        let compress = |number: usize| {
            let first = number * BLOCK;
            let mut block = vec![0; BLOCK.min(slots as usize - first)];
            entries(first as u32, &mut block);
            let compressed = compress_to_vec(&block, COMPRESSION);
            Block { checksum: crc32fast::hash(&compressed), compressed }
        };
        let done: Vec<Block> = thread::scope(|scope| {
            let running: Vec<_> =
                group.iter().map(|&number| scope.spawn(move || compress(number))).collect();
            running.into_iter().map(|it| it.join().expect("no thread panics")).collect()
        });
        for block in done {
            file.write_all(&block.compressed)?;
            blocks.push((block.compressed.len() as u32, block.checksum));
        }
        progress(blocks.len() as f64 / numbers.len() as f64);
    }
    let size = file.metadata()?.len();
    io::Seek::rewind(file)?;
    file.write_all(&header(slots, counts, &blocks))?;
    new.replace(path)?;
    Ok(size)
}

fn header(slots: u32, counts: &Counts, blocks: &[(u32, u32)]) -> Vec<u8> {
    let mut header = Vec::with_capacity(header_size(slots));
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend(slots.to_le_bytes());
    counts.iter().for_each(|count| header.extend(count.to_le_bytes()));
    for (length, checksum) in blocks {
        header.extend(length.to_le_bytes());
        header.extend(checksum.to_le_bytes());
    }
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header
}

/// Reads a table with a number of slots: the entries and their counts.
///
/// # Errors
///
/// `no_table` if the file is missing, cannot be read, is damaged, or has another version.
pub(super) fn read(path: &Path, slots: u32, threads: usize) -> Result<(Vec<u8>, Counts), Error> {
    let (file, (counts, blocks)) = open(path, slots)?;
    let mut entries = vec![0; slots as usize];
    let jobs = Mutex::new((file, blocks.into_iter().zip(entries.chunks_mut(BLOCK))));
    let work = || -> Result<(), Error> {
        let mut compressed = Vec::new();
        loop {
            let (checksum, block) = {
                // Another thread cannot panic while it holds the lock.
                let mut jobs = jobs.lock().unwrap_or_else(|it| it.into_inner());
                let (file, blocks) = &mut *jobs;
                let Some(((length, checksum), block)) = blocks.next() else { return Ok(()) };
                compressed.resize(length as usize, 0);
                file.read_exact(&mut compressed).map_err(|error| cut_short(path, &error))?;
                (checksum, block)
            };
            let source = std::iter::once(compressed.as_slice());
            let is_whole = crc32fast::hash(&compressed) == checksum
                && decompress_slice_iter_to_slice(block, source, false, true)
                    .is_ok_and(|length| length == block.len());
            if !is_whole {
                return Err(damaged(path));
            }
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        others
            .into_iter()
            .map(|it| it.join().unwrap_or_else(|_| Err(damaged(path))))
            .fold(own, Result::and)
    })?;
    Ok((entries, counts))
}

/// Checks the header and the checksums of a table, in little memory.
///
/// # Errors
///
/// Those of [`read`].
pub(super) fn check(path: &Path, slots: u32) -> Result<(), Error> {
    let (mut file, (_, blocks)) = open(path, slots)?;
    let mut compressed = Vec::new();
    for (length, checksum) in blocks {
        compressed.resize(length as usize, 0);
        file.read_exact(&mut compressed).map_err(|error| cut_short(path, &error))?;
        if crc32fast::hash(&compressed) != checksum {
            return Err(damaged(path));
        }
    }
    Ok(())
}

/// Opens a table and reads its header; returns the file at its first block.
fn open(path: &Path, slots: u32) -> Result<(File, Header), Error> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(missing(path)),
        Err(error) => return Err(unreadable(path, &error)),
    };
    let mut header = vec![0; header_size(slots)];
    file.read_exact(&mut header).map_err(|error| cut_short(path, &error))?;
    let (counts, blocks) = read_header(path, slots, &header)?;
    let size =
        blocks.iter().fold(header.len() as u64, |size, (length, _)| size + u64::from(*length));
    match file.metadata() {
        Ok(found) if found.len() == size => Ok((file, (counts, blocks))),
        Ok(_) => Err(damaged(path)),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// The counts, and the length and checksum of each block.
type Header = (Counts, Vec<(u32, u32)>);

fn read_header(path: &Path, slots: u32, header: &[u8]) -> Result<Header, Error> {
    let mut rest = header;
    let mut take = |length: usize| {
        let (taken, after) = rest.split_at(length);
        rest = after;
        taken
    };
    fn number(bytes: &[u8]) -> u32 {
        u32::from_le_bytes(bytes.try_into().expect("four bytes"))
    }
    if take(MAGIC.len()) != MAGIC {
        return Err(damaged(path));
    }
    let version = number(take(4));
    if version != VERSION {
        return Err(other_version(path, version));
    }
    let own_slots = number(take(4));
    let counts =
        [(); COUNTS].map(|()| u64::from_le_bytes(take(8).try_into().expect("eight bytes")));
    let blocks: Vec<_> =
        (0..block_count(slots)).map(|_| (number(take(4)), number(take(4)))).collect();
    let checksum = number(take(4));
    let is_whole = crc32fast::hash(&header[..header.len() - 4]) == checksum
        && own_slots == slots
        && blocks.iter().all(|(length, _)| *length <= MAX_COMPRESSED);
    if is_whole { Ok((counts, blocks)) } else { Err(damaged(path)) }
}

fn missing(path: &Path) -> Error {
    no_table("no_file", path, "does not exist")
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    no_table("unreadable", path, &format!("cannot be read ({error})"))
}

fn cut_short(path: &Path, error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged(path),
        _ => unreadable(path, error),
    }
}

fn damaged(path: &Path) -> Error {
    no_table("damaged", path, "is damaged")
}

fn other_version(path: &Path, version: u32) -> Error {
    no_table("version", path, &format!("has version {version}, not {VERSION}"))
}

fn no_table(problem: &'static str, path: &Path, what: &str) -> Error {
    let path = path.display().to_string();
    let message =
        format!("the table {path} {what}; make it with: playout tables build animal_shogi");
    Error::new(Code::NoTable, problem, message).with("path", path.as_str())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    const SLOTS: u32 = 3 << 20 | 5;

    fn entry(slot: u32) -> u8 {
        (slot.wrapping_mul(0x9E37_79B9) >> 24) as u8 % 100
    }

    fn written(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("playout-{}-{name}", std::process::id()));
        let path = directory.join("tables/a.table");
        let mut counts = [0; COUNTS];
        (0..SLOTS).for_each(|slot| counts[usize::from(entry(slot))] += 1);
        let fill = |first, block: &mut [u8]| {
            (first..).zip(block).for_each(|(slot, byte)| *byte = entry(slot));
        };
        let size = write(&path, &counts, 2, fill, |_| {}).expect("the file is written");
        assert_eq!(size, fs::metadata(&path).expect("the file exists").len());
        path
    }

    fn problem(path: &Path) -> String {
        let error = read(path, SLOTS, 2).map(|_| ()).expect_err("the file is wrong");
        assert_eq!(error.code(), Code::NoTable);
        assert_eq!(check(path, SLOTS), Err(error.clone()));
        format!("{:?}", error.details()[0].1)
    }

    #[test]
    fn a_file_gives_back_its_entries() {
        let path = written("whole");
        assert_eq!(check(&path, SLOTS), Ok(()));
        for threads in [1, 3] {
            let (entries, counts) = read(&path, SLOTS, threads).expect("a whole file");
            assert_eq!(counts.iter().sum::<u64>(), u64::from(SLOTS));
            assert!((0..).zip(entries).all(|(slot, byte)| byte == entry(slot)));
        }
        let directory = path.parent().expect("a directory");
        assert_eq!(fs::read_dir(directory).expect("a directory").count(), 1, "no other files");
        fs::remove_dir_all(directory).expect("the directory is removed");
    }

    #[test]
    fn damage_anywhere_is_noticed() {
        let path = written("damaged");
        let whole = fs::read(&path).expect("the file");
        for place in [0, 40, 500, header_size(SLOTS) - 1, header_size(SLOTS), whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            fs::write(&path, bytes).expect("the file is written");
            assert_eq!(problem(&path), "Text(\"damaged\")", "{place}");
        }
        for length in [0, 10, header_size(SLOTS), whole.len() - 1] {
            fs::write(&path, &whole[..length]).expect("the file is written");
            assert_eq!(problem(&path), "Text(\"damaged\")", "{length}");
        }
        fs::write(&path, [&whole[..], b"x"].concat()).expect("the file is written");
        assert_eq!(problem(&path), "Text(\"damaged\")", "with more at its end");
        let mut bytes = whole;
        bytes[MAGIC.len()] += 1;
        fs::write(&path, bytes).expect("the file is written");
        assert_eq!(problem(&path), "Text(\"version\")");
        fs::remove_file(&path).expect("the file is removed");
        assert_eq!(problem(&path), "Text(\"no_file\")");
        fs::remove_dir_all(path.parent().expect("a directory")).expect("it is removed");
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let path = written("failed");
        let old = fs::read(&path).expect("the file");
        let killed = std::panic::catch_unwind(|| {
            let mut counts = [0; COUNTS];
            counts[0] = u64::from(SLOTS);
            write(&path, &counts, 1, |_, _| panic!("killed"), |_| {})
        });
        assert!(killed.is_err());
        assert_eq!(fs::read(&path).expect("the file"), old);
        fs::remove_dir_all(path.parent().expect("a directory")).expect("it is removed");
    }
}
