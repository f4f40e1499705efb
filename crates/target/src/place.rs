//! From `FILE:LINE` to operations of a program.

use raddle_ir::{FileId, Program};
use raddle_pointsto::{Position, positions_of};

/// A line as a user names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The end of a path, or nothing where the program has one file only.
    pub file: Option<String>,
    pub line: u32,
}

/// Why a text is no place of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    #[error("`{0}` is no place; write FILE:LINE, such as queue.c:42")]
    Unreadable(String),
    #[error("the program has no file `{file}`; it has {known}")]
    NoSuchFile { file: String, known: String },
    #[error("line {line} is in several files; write one of {known} in front of it")]
    SeveralFiles { line: u32, known: String },
    #[error("line {line} has no code that is executed in any of {known}")]
    NoCodeInAny { line: u32, known: String },
    #[error(
        "{file}:{line} has no code that is executed; the nearest lines that have are {nearest}"
    )]
    NoCode { file: String, line: u32, nearest: String },
    #[error("{file} has no code at all")]
    NoCodeInFile { file: String },
    #[error("the program says of no code which line it is from; compile with -g")]
    NoLines,
}

/// The operations of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    pub file: FileId,
    pub line: u32,
    /// Where control enters the line: the first operation of it in each block that has any.
    pub positions: Vec<Position>,
}

impl Place {
    /// Reads `FILE:LINE` or `LINE`.
    pub fn parse(text: &str) -> Result<Place, PlaceError> {
        let unreadable = || PlaceError::Unreadable(text.to_owned());
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) if !file.is_empty() => (Some(file.to_owned()), line),
            Some(_) => return Err(unreadable()),
            None => (None, text),
        };
        match line.trim().parse() {
            Ok(line) if line > 0 => Ok(Place { file, line }),
            _ => Err(unreadable()),
        }
    }
}

/// The same place with as much of its path as the program knows: what says it may have been compiled elsewhere.
pub fn with_known_path(program: &Program, place: &Place) -> Place {
    let mut shorter = place.clone();
    while let Err(PlaceError::NoSuchFile { file, .. }) = file_of(program, &shorter) {
        match file.split_once('/') {
            Some((_, rest)) => shorter.file = Some(rest.to_owned()),
            None => return place.clone(),
        }
    }
    shorter
}

/// Finds the operations of a line.
pub fn resolve(program: &Program, place: &Place) -> Result<Resolved, PlaceError> {
    let file = file_of(program, place)?;
    let lines = lines_with_code(program, file);
    let path = || program.files[file].path.clone();
    if lines.is_empty() {
        return Err(PlaceError::NoCodeInFile { file: path() });
    }
    if lines.binary_search(&place.line).is_err() {
        let nearest = nearest(&lines, place.line);
        return Err(PlaceError::NoCode { file: path(), line: place.line, nearest });
    }
    let mut positions = Vec::new();
    for func in program.functions.keys() {
        for at in positions_of(program, func) {
            let is_here = |at: &Position| line_at(program, *at) == Some((file, place.line));
            let before = at.inst.checked_sub(1).map(|inst| Position { inst, ..at });
            if is_here(&at) && !before.as_ref().is_some_and(is_here) {
                positions.push(at);
            }
        }
    }
    Ok(Resolved { file, line: place.line, positions })
}

fn file_of(program: &Program, place: &Place) -> Result<FileId, PlaceError> {
    let with_code = |file: &FileId| !lines_with_code(program, *file).is_empty();
    let ends = |path: &str, end: &str| {
        path == end || path.strip_suffix(end).is_some_and(|rest| rest.ends_with('/'))
    };
    // Who names no file means one that he wrote, and not the library's.
    let is_meant = |file: &FileId| match &place.file {
        Some(name) => ends(&program.files[*file].path, name.trim_start_matches("./")),
        None => !program.files[*file].is_of_runtime(),
    };
    let mut all: Vec<FileId> = program.files.keys().filter(with_code).collect();
    let meant: Vec<FileId> = all.iter().copied().filter(is_meant).collect();
    all.retain(|&file| !program.files[file].is_of_runtime());
    let names = |files: &[FileId]| {
        let names: Vec<&str> = files.iter().map(|&file| &*program.files[file].path).collect();
        names.join(", ")
    };
    match (&meant[..], &place.file) {
        ([file], _) => Ok(*file),
        ([], _) if all.is_empty() => Err(PlaceError::NoLines),
        ([], Some(file)) => Err(PlaceError::NoSuchFile { file: file.clone(), known: names(&all) }),
        ([], None) => Err(PlaceError::NoCodeInFile { file: "the program".to_owned() }),
        (several, None) => {
            // Who has one file, and headers, means that one.
            let is_source = |file: &&FileId| {
                let path = &*program.files[**file].path;
                !path.rsplit_once('.').is_some_and(|(_, extension)| extension.starts_with('h'))
            };
            let sources: Vec<FileId> = several.iter().filter(is_source).copied().collect();
            if let [source] = sources[..] {
                return Ok(source);
            }
            // A line that only one of the files has is clear enough.
            let has = |file: &&FileId| {
                lines_with_code(program, **file).binary_search(&place.line).is_ok()
            };
            let having: Vec<FileId> = several.iter().filter(has).copied().collect();
            match having[..] {
                [file] => Ok(file),
                [] => Err(PlaceError::NoCodeInAny { line: place.line, known: names(several) }),
                _ => Err(PlaceError::SeveralFiles { line: place.line, known: names(several) }),
            }
        }
        // One file may be named in several ways by headers; what has the line decides.
        (several, Some(_)) => {
            let has = |file: &&FileId| {
                lines_with_code(program, **file).binary_search(&place.line).is_ok()
            };
            Ok(several.iter().find(has).copied().unwrap_or(several[0]))
        }
    }
}

/// The lines of a file that something is executed on, in order.
fn lines_with_code(program: &Program, file: FileId) -> Vec<u32> {
    let mut lines: Vec<u32> = program
        .functions
        .keys()
        .flat_map(|func| positions_of(program, func))
        .filter_map(|at| line_at(program, at))
        .filter_map(|(of, line)| (of == file && line > 0).then_some(line))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The line of an operation. A jump belongs to no line: it is where the compiler put it.
fn line_at(program: &Program, at: Position) -> Option<(FileId, u32)> {
    let data = at.data(program);
    let loc = match data.insts.get(at.inst as usize) {
        Some(inst) => inst.loc,
        None => match data.terminator {
            raddle_ir::Terminator::Jump(_) | raddle_ir::Terminator::Unreachable => return None,
            raddle_ir::Terminator::Branch { .. }
            | raddle_ir::Terminator::Switch { .. }
            | raddle_ir::Terminator::Return(_) => data.terminator_loc,
        },
    };
    loc.get().map(|place| (place.file, place.line))
}

/// Up to two lines before and behind, as text.
fn nearest(lines: &[u32], line: u32) -> String {
    let behind = lines.partition_point(|&other| other < line);
    let from = behind.saturating_sub(2);
    let to = (behind + 2).min(lines.len());
    let texts: Vec<String> = lines[from..to].iter().map(u32::to_string).collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Place, PlaceError, nearest};

    #[test]
    fn places_are_files_and_lines() {
        let place = Place::parse("src/queue.c:42").expect("a place");
        assert_eq!((place.file.as_deref(), place.line), (Some("src/queue.c"), 42));
        assert_eq!(Place::parse("7").expect("a line").file, None);
        for wrong in ["", "queue.c", ":5", "queue.c:", "queue.c:x", "queue.c:0", "queue.c:-3"] {
            assert_eq!(Place::parse(wrong), Err(PlaceError::Unreadable(wrong.to_owned())));
        }
    }

    #[test]
    fn lines_around_a_line_without_code_are_offered() {
        assert_eq!(nearest(&[3, 5, 9, 12], 7), "3, 5, 9, 12");
        assert_eq!(nearest(&[3, 5, 9, 12], 1), "3, 5");
        assert_eq!(nearest(&[3, 5, 9, 12], 40), "9, 12");
    }
}
