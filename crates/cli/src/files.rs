//! Reading and writing whole files.
//!
//! A file is written beside its place and then takes it, so that nobody ever sees half of one, whatever becomes of the disk.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use raddle_frontend::shown_path;

/// A file with more bytes is no input of ours, and perhaps one that never ends.
const MOST_BYTES: u64 = 1 << 30;

/// Reads a file, or a pipe; limits are in force then, because somebody may never write anything into it.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    let file = std::fs::File::open(path);
    let count = file.and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text));
    let count = count.with_context(|| format!("cannot read {}", shown_path(path)))?;
    anyhow::ensure!((count as u64) < MOST_BYTES, "{} is too large", shown_path(path));
    Ok(text)
}

/// Reads a file that is looked at before limits are in force, and therefore has to be an ordinary one.
pub(crate) fn read_ordinary(path: &Path) -> anyhow::Result<String> {
    let is_ordinary = std::fs::metadata(path).map_or(true, |data| data.is_file());
    anyhow::ensure!(is_ordinary, "{} is no ordinary file", shown_path(path));
    read(path)
}

/// Writes a file, and makes its directory if there is none.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        create_directory(parent)?;
    }
    replace(path, text).with_context(|| format!("cannot write {}", shown_path(path)))
}

pub(crate) fn create_directory(path: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(path)
        .with_context(|| format!("cannot create the directory {}", shown_path(path)))
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    // A link stays one: what it points to is replaced.
    let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = std::fs::metadata(&place).ok();
    if existing.as_ref().is_some_and(|data| !data.is_file()) {
        // A terminal, a pipe or `/dev/null` is written to; a directory says by itself that it cannot be.
        return std::fs::OpenOptions::new().write(true).open(&place)?.write_all(text.as_bytes());
    }
    let beside = beside(&place);
    let written =
        write_new(&beside, text, existing.as_ref()).and_then(|()| std::fs::rename(&beside, &place));
    if written.is_err() {
        // It may not have been made at all.
        let _ = std::fs::remove_file(&beside);
    }
    written
}

fn write_new(path: &Path, text: &str, replaced: Option<&std::fs::Metadata>) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    if let Some(replaced) = replaced {
        file.set_permissions(replaced.permissions())?;
    }
    Ok(())
}

/// `.report.html.1234.new`: hidden, and of this process alone.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{read, write};

    fn directory(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("raddle-files-{}", std::process::id()));
        let directory = directory.join(name);
        let _ = std::fs::remove_dir_all(&directory);
        directory
    }

    #[test]
    fn nothing_is_left_beside_a_file() {
        let directory = directory("whole");
        let path = directory.join("deep/report.txt");
        write(&path, "one").expect("it can be written");
        write(&path, "two").expect("it can be replaced");
        assert_eq!(read(&path).expect("it is there"), "two");
        let entries = std::fs::read_dir(directory.join("deep")).expect("it is there");
        assert_eq!(entries.count(), 1);
        let _ = std::fs::remove_dir_all(&directory);
    }

    #[test]
    fn links_and_devices_stay() {
        let directory = directory("links");
        write(&directory.join("real.txt"), "old").expect("it can be written");
        let link = directory.join("link.txt");
        std::os::unix::fs::symlink("real.txt", &link).expect("a link can be made");
        write(&link, "new").expect("it can be written");
        assert!(link.is_symlink());
        assert_eq!(read(&directory.join("real.txt")).expect("it is there"), "new");
        write(std::path::Path::new("/dev/null"), "text").expect("it takes everything");
        assert!(write(std::path::Path::new("/dev/full"), "text").is_err());
        assert!(write(&directory, "text").is_err());
        let _ = std::fs::remove_dir_all(&directory);
    }
}
