//! The values that have been computed so far, in a file, so that a build that was interrupted
//! continues where it was.
//!
//! The file consists of records of as many values as a chunk has, each with its checksum. What follows
//! the last whole record is dropped.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// How many positions are solved before the file is written.
pub(super) const CHUNK: usize = 64;

/// The file, open for more values.
#[derive(Debug)]
pub(super) struct Partial {
    file: File,
}

impl Partial {
    /// Opens or creates a file; also returns the values that it has, at most `most`.
    pub(super) fn open(path: &Path, most: usize) -> io::Result<(Self, Vec<u8>)> {
        let options =
            File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut values = Vec::new();
        let mut rest = &bytes[..];
        while values.len() < most {
            let length = CHUNK.min(most - values.len());
            let Some((record, after)) = rest.split_at_checked(length + 4) else { break };
            let (chunk, checksum) = record.split_at(length);
            if crc32fast::hash(chunk).to_le_bytes() != checksum {
                break;
            }
            values.extend(chunk);
            rest = after;
        }
        let whole = (bytes.len() - rest.len()) as u64;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok((Self { file }, values))
    }

    /// Adds the values of a chunk.
    pub(super) fn add(&mut self, chunk: &[u8]) -> io::Result<()> {
        let mut record = chunk.to_vec();
        record.extend(crc32fast::hash(chunk).to_le_bytes());
        self.file.write_all(&record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, fs, process};

    #[test]
    fn an_interrupted_build_keeps_whole_chunks() {
        let path = env::temp_dir().join(format!("playout-{}-partial", process::id()));
        let values: Vec<u8> = (0..150).collect();
        {
            let (mut partial, known) = Partial::open(&path, values.len()).expect("a file");
            assert!(known.is_empty());
            partial.add(&values[..CHUNK]).expect("it is written");
            partial.add(&values[CHUNK..2 * CHUNK]).expect("it is written");
        }
        let whole = fs::read(&path).expect("the file");
        fs::write(&path, &whole[..whole.len() - 1]).expect("it is written");
        let (mut partial, known) = Partial::open(&path, values.len()).expect("a file");
        assert_eq!(known, values[..CHUNK]);
        partial.add(&values[CHUNK..2 * CHUNK]).expect("it is written");
        partial.add(&values[2 * CHUNK..]).expect("it is written");
        let (_, known) = Partial::open(&path, values.len()).expect("a file");
        assert_eq!(known, values);
        let mut bytes = fs::read(&path).expect("the file");
        bytes[3] ^= 1;
        fs::write(&path, bytes).expect("it is written");
        let (_, known) = Partial::open(&path, values.len()).expect("a file");
        assert!(known.is_empty());
        fs::remove_file(&path).expect("it is removed");
    }
}
