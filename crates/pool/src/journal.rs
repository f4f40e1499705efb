//! What is finished, on disk: one line of JSON for each, appended and forced out before anybody is told.
//!
//! The first line holds a key. A journal with another key is about something else and is started anew. A process that was ended in
//! the middle of a line leaves a torn one: it, and whatever follows, is cut off.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Version of the format.
const VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Header {
    journal: u32,
    key: String,
}

/// A journal that can be added to.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Starts a journal; what was there is gone.
    pub fn create(path: &Path, key: &str) -> io::Result<Journal> {
        let mut journal = Journal { file: File::create(path)? };
        journal.append(&Header { journal: VERSION, key: key.to_owned() })?;
        Ok(journal)
    }

    /// Goes on with a journal if there is one with this key; what it holds.
    pub fn resume<T: DeserializeOwned>(path: &Path, key: &str) -> io::Result<(Journal, Vec<T>)> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (mut entries, mut end, mut known) = (Vec::new(), 0, false);
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !line.ends_with(b"\n") {
                break;
            }
            if known {
                let Ok(entry) = serde_json::from_slice(line) else { break };
                entries.push(entry);
            } else {
                let wanted = Header { journal: VERSION, key: key.to_owned() };
                known = serde_json::from_slice(line).is_ok_and(|header: Header| header == wanted);
                if !known {
                    break;
                }
            }
            end += line.len();
        }
        if !known {
            return Ok((Journal::create(path, key)?, Vec::new()));
        }
        file.set_len(end as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Journal { file }, entries))
    }

    /// Adds an entry; it is on disk when this returns.
    pub fn append<T: Serialize>(&mut self, entry: &T) -> io::Result<()> {
        self.append_all(std::slice::from_ref(entry))
    }

    /// The same for several.
    pub fn append_all<T: Serialize>(&mut self, entries: &[T]) -> io::Result<()> {
        let mut lines = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut lines, entry)?;
            lines.push(b'\n');
        }
        self.file.write_all(&lines)?;
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Journal;

    fn place(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("raddle-journal-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory can be made");
        directory.join(name)
    }

    #[test]
    fn every_cut_leaves_what_was_complete() {
        let path = place("cut");
        let mut journal = Journal::create(&path, "key").expect("it can be created");
        for number in 0..5u32 {
            journal.append(&number).expect("it can be added to");
        }
        let whole = std::fs::read(&path).expect("it can be read");
        let header = whole.iter().position(|&byte| byte == b'\n').expect("a first line") + 1;
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("it can be written");
            let (mut journal, entries) = Journal::resume::<u32>(&path, "key").expect("it opens");
            let complete = length.saturating_sub(header) / 2;
            let expected: Vec<u32> = (0..complete as u32).collect();
            assert_eq!(entries, expected, "cut after {length} bytes");
            journal.append(&77u32).expect("it can be added to");
            let (_, entries) = Journal::resume::<u32>(&path, "key").expect("it opens");
            assert_eq!(entries.last(), Some(&77), "cut after {length} bytes");
        }
    }

    #[test]
    fn another_key_starts_anew() {
        let path = place("key");
        let mut journal = Journal::create(&path, "one").expect("it can be created");
        journal.append(&1u32).expect("it can be added to");
        let (_, entries) = Journal::resume::<u32>(&path, "two").expect("it opens");
        assert!(entries.is_empty());
        let (_, entries) = Journal::resume::<u32>(&path, "one").expect("it opens");
        assert!(entries.is_empty());
    }
}
