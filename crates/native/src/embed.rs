//! A source file with the headers of its project in place of their inclusions, so that it can be compiled alone.
//!
//! Text takes the place of an `#include` line exactly as the preprocessor would put it there; headers of the system stay where they are. A
//! header with `#pragma once` gets a guard, because pragmas do not follow its text.

use std::path::{Path, PathBuf};

use raddle_frontend::{RADDLE_HEADER, shown_path};

use crate::tables::escaped;

/// Headers within headers; more than any project has.
const DEEPEST: usize = 60;

pub(crate) struct Embedded<'a> {
    directories: &'a [PathBuf],
    /// Headers with `#pragma once`, by number.
    once: Vec<PathBuf>,
    open: Vec<PathBuf>,
    is_incomplete: bool,
    insertions: Vec<Insertion>,
}

/// Text to be put in front of a line.
#[derive(Clone, Debug)]
pub(crate) struct Insertion {
    pub file: PathBuf,
    pub line: u32,
    pub text: String,
}

/// A header that an `#include` line names.
struct Included<'a> {
    name: &'a str,
    quoted: bool,
}

impl<'a> Embedded<'a> {
    pub fn new(directories: &'a [PathBuf], insertions: Vec<Insertion>) -> Embedded<'a> {
        let (once, open) = (Vec::new(), Vec::new());
        Embedded { directories, once, open, is_incomplete: false, insertions }
    }

    /// Whether an inclusion could not be resolved, because a macro says what it includes.
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    pub fn source(&mut self, file: &Path) -> Result<String, String> {
        let bytes = std::fs::read(file)
            .map_err(|error| format!("cannot read {}: {error}", shown_path(file)))?;
        self.open = vec![file.to_owned()];
        self.once.clear();
        Ok(self.text(&String::from_utf8_lossy(&bytes), file))
    }

    fn text(&mut self, source: &str, file: &Path) -> String {
        let mut text = line_directive(1, file);
        let mut in_comment = false;
        for (number, line) in source.lines().enumerate() {
            let header = if in_comment { None } else { included(line) };
            let replaced = header.and_then(|header| self.header(&header, file));
            match replaced {
                Some(replaced) => {
                    text.push_str(&replaced);
                    text.push_str(&line_directive(number + 2, file));
                }
                None => {
                    self.insert_before(number + 1, file, &mut text);
                    text.push_str(line);
                    text.push('\n');
                }
            }
            in_comment = ends_in_comment(line, in_comment);
        }
        text
    }

    fn insert_before(&self, line: usize, file: &Path, text: &mut String) {
        let same = |one: &Path| match (one.canonicalize(), file.canonicalize()) {
            (Ok(one), Ok(file)) => one == file,
            _ => false,
        };
        for one in self.insertions.iter().filter(|one| one.line as usize == line) {
            if same(&one.file) {
                text.push_str(&one.text);
            }
        }
    }

    /// The text of a header of the project; `None` for others.
    fn header(&mut self, header: &Included<'_>, from: &Path) -> Option<String> {
        if header.name.is_empty() {
            self.is_incomplete = true;
            return None;
        }
        let beside = from.parent().filter(|_| header.quoted).map(Path::to_owned);
        let places = beside.into_iter().chain(self.directories.iter().cloned());
        let found = places.map(|place| place.join(header.name)).find(|path| path.is_file());
        let Some(path) = found else {
            return (header.name == "raddle.h").then(|| RADDLE_HEADER.to_owned());
        };
        // A header that includes itself is guarded, or nobody could compile it.
        if self.open.contains(&path) || self.open.len() > DEEPEST {
            return Some(String::new());
        }
        let source = String::from_utf8_lossy(&std::fs::read(&path).ok()?).into_owned();
        self.open.push(path.clone());
        let text = self.text(&source, &path);
        self.open.pop();
        if !source.lines().any(|line| line.split_whitespace().eq(["#pragma", "once"])) {
            return Some(text);
        }
        let known = self.once.iter().position(|known| *known == path);
        let number = known.unwrap_or_else(|| {
            self.once.push(path);
            self.once.len() - 1
        });
        let guard = format!("RADDLE_ONCE_{number}");
        Some(format!("#ifndef {guard}\n#define {guard}\n{text}#endif\n"))
    }
}

fn line_directive(number: usize, file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("#line {number} \"{}\"\n", escaped(&name))
}

/// What an `#include` line names; an empty name if that takes a preprocessor to say.
fn included(line: &str) -> Option<Included<'_>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
    let rest = rest.trim_start();
    let between = |open: char, close: char| rest.strip_prefix(open)?.split(close).next();
    if let Some(name) = between('"', '"') {
        return Some(Included { name, quoted: true });
    }
    let name = between('<', '>').unwrap_or("");
    Some(Included { name, quoted: false })
}

/// Whether the next line begins within a comment.
fn ends_in_comment(line: &str, mut in_comment: bool) -> bool {
    let mut rest = line;
    loop {
        if in_comment {
            let Some(end) = rest.find("*/") else { return true };
            rest = &rest[end + 2..];
            in_comment = false;
        }
        let Some(at) = rest.find(['"', '\'', '/']) else { return false };
        let after = &rest[at + 1..];
        rest = match rest.as_bytes()[at] {
            b'/' if after.starts_with('/') => return false,
            b'/' if after.starts_with('*') => {
                in_comment = true;
                &after[1..]
            }
            b'/' => after,
            quote => behind_quote(after, char::from(quote)),
        };
    }
}

/// What follows a string or character.
fn behind_quote(text: &str, quote: char) -> &str {
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            found if found == quote => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{Embedded, ends_in_comment, included};

    #[test]
    fn headers_of_the_project_become_text() {
        let directory = std::env::temp_dir().join(format!("raddle-embed-{}", std::process::id()));
        std::fs::create_dir_all(directory.join("inc")).expect("it can be made");
        let write = |name: &str, text: &str| {
            std::fs::write(directory.join(name), text).expect("it can be written");
        };
        write(
            "a.c",
            "#include <stdio.h>\n#include \"b.h\"\n/*\n#include \"b.h\"\n*/\n#include <c.h>\nint a;\n",
        );
        write("b.h", "#ifndef B\n#define B\n#include \"b.h\"\nint b;\n#endif\n");
        write("inc/c.h", "#pragma once\nint c;\n");
        let directories = [directory.join("inc")];
        let mut embedded = Embedded::new(&directories, Vec::new());
        let text = embedded.source(&directory.join("a.c")).expect("it can be read");
        let expected = "#line 1 \"a.c\"\n#include <stdio.h>\n#line 1 \"b.h\"\n#ifndef B\n#define B\n#line 4 \"b.h\"\nint b;\n\
            #endif\n#line 3 \"a.c\"\n/*\n#include \"b.h\"\n*/\n#ifndef RADDLE_ONCE_0\n#define RADDLE_ONCE_0\n#line 1 \"c.h\"\n\
            #pragma once\nint c;\n#endif\n#line 7 \"a.c\"\nint a;\n";
        assert_eq!(text, expected);
        assert!(!embedded.is_incomplete());
        let _ = std::fs::remove_dir_all(&directory);
    }

    #[test]
    fn inclusions_are_recognised() {
        assert!(
            included("  #  include \"a.h\" // why").is_some_and(|it| it.name == "a.h" && it.quoted)
        );
        assert!(
            included("#include <sys/a.h>").is_some_and(|it| it.name == "sys/a.h" && !it.quoted)
        );
        assert!(included("#include HEADER").is_some_and(|it| it.name.is_empty()));
        assert!(included("int included;").is_none());
    }

    #[test]
    fn comments_end() {
        for (line, before, after) in [
            ("int x; /* one */ int y;", false, false),
            ("int x; /* one", false, true),
            ("\"/*\" '\\'' \"\\\"/*\"", false, false),
            ("// /*", false, false),
            ("still", true, true),
            ("*/ a / b /* again", true, true),
        ] {
            assert_eq!(ends_in_comment(line, before), after, "{line}");
        }
    }
}
