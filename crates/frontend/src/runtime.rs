//! The part of the C library that is written in C: which of its functions a program needs, as one source
//! text that is compiled and linked with it.
//!
//! The files in `runtime/` are split into *items*: paragraphs that end at a blank line outside of braces. An
//! item that defines a function is taken if the program uses that function and does not define it, or if
//! another taken item mentions it; other items (types, variables) are taken with any function of their file.
//! So the list of what is provided is read off the C files, and a program that calls `atoi` compiles a page
//! of C, not the whole library. A file may name functions, behind `on demand:` in its first comment, that are
//! only taken if another taken item of the same file mentions them: without it the machine's own do.

use std::fmt::Write;

use raddle_ir::RUNTIME;
use rustc_hash::FxHashSet;

const PRELUDE: (&str, &str) = ("prelude.h", include_str!("../runtime/prelude.h"));

/// All files, in an order in which a file only uses what stands before or is declared in itself.
const FILES: &[(&str, &str)] = &[
    ("string.c", include_str!("../runtime/string.c")),
    ("number.c", include_str!("../runtime/number.c")),
    ("decimal.c", include_str!("../runtime/decimal.c")),
    ("sort.c", include_str!("../runtime/sort.c")),
    ("exit.c", include_str!("../runtime/exit.c")),
    ("time.c", include_str!("../runtime/time.c")),
    ("calendar.c", include_str!("../runtime/calendar.c")),
    ("input.c", include_str!("../runtime/input.c")),
    ("process.c", include_str!("../runtime/process.c")),
    ("getopt.c", include_str!("../runtime/getopt.c")),
    ("message.c", include_str!("../runtime/message.c")),
    ("cancel.c", include_str!("../runtime/cancel.c")),
    ("asynchronous.c", include_str!("../runtime/asynchronous.c")),
    ("futex.c", include_str!("../runtime/futex.c")),
    ("signals.c", include_str!("../runtime/signals.c")),
    ("descriptors.c", include_str!("../runtime/descriptors.c")),
    ("files.c", include_str!("../runtime/files.c")),
];

/// Prefixes under which headers of newer C standards declare the same functions.
const STANDARD_PREFIXES: &[&str] = &["__isoc99_", "__isoc23_"];

/// A paragraph of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Item<'t> {
    file: &'static str,
    /// The number of its first line.
    line: usize,
    text: &'t str,
    /// The function it defines.
    function: Option<&'t str>,
    on_demand: bool,
}

/// Whether the library has a function of this name.
pub(crate) fn defines(name: &str) -> bool {
    let plain = STANDARD_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
    all_items().iter().any(|item| item.function == Some(plain.unwrap_or(name)))
}

/// C source with definitions for those of the `missing` functions that the library provides.
pub(crate) fn source_for<'n>(
    missing: impl IntoIterator<Item = &'n str>,
    defined: &FxHashSet<&str>,
) -> Option<String> {
    let items = all_items();
    let mut taken = vec![false; items.len()];
    let mut renamed = Vec::new();
    let mut open = Vec::new();
    for name in missing {
        let plain = STANDARD_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
        let wanted = |item: &Item<'_>| item.function == Some(plain.unwrap_or(name));
        let Some(index) = items.iter().position(|item| wanted(item) && !item.on_demand) else {
            continue;
        };
        if plain.is_some() {
            renamed.push((index, name));
        }
        open.push(index);
    }
    if open.is_empty() {
        return None;
    }
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut taken[index], true) {
            open.extend(needed_by(&items, index));
        }
    }
    Some(write_source(&items, &taken, &renamed, defined))
}

/// The items that an item mentions, and the types and variables of its file.
fn needed_by(items: &[Item<'_>], index: usize) -> Vec<usize> {
    let code = without_comments(items[index].text);
    let words: FxHashSet<&str> = identifiers(&code).collect();
    let needed = |other: &Item<'_>| match other.function {
        Some(function) => {
            let here = other.file == items[index].file;
            words.contains(function) && (here || !other.on_demand)
        }
        None => other.file == items[index].file,
    };
    (0..items.len()).filter(|&other| needed(&items[other])).collect()
}

fn write_source(
    items: &[Item<'_>],
    taken: &[bool],
    renamed: &[(usize, &str)],
    defined: &FxHashSet<&str>,
) -> String {
    let mut source = String::new();
    let mut write = |file: &str, line: usize, text: &str| {
        // The file name marks code that is not the user's.
        let _ = writeln!(source, "#line {line} \"{RUNTIME}/{file}\"\n{text}");
    };
    write(PRELUDE.0, 1, PRELUDE.1);
    for (index, item) in items.iter().enumerate() {
        let users_own = item.function.is_some_and(|function| defined.contains(function));
        match (taken[index], item.text.split_once(") {")) {
            (true, Some((head, _))) if users_own => {
                write(item.file, item.line, &format!("{head});"));
            }
            (true, _) => write(item.file, item.line, item.text),
            (false, _) => {}
        }
        for &(_, name) in renamed.iter().filter(|&&(of, _)| of == index) {
            let plain = item.function.unwrap_or_default();
            let text = item.text.replacen(&format!("{plain}("), &format!("{name}("), 1);
            write(item.file, item.line, &text);
        }
    }
    source
}

fn all_items() -> Vec<Item<'static>> {
    FILES.iter().flat_map(|&(file, text)| items(file, text)).collect()
}

/// Splits a file at blank lines outside of braces.
fn items<'t>(file: &'static str, text: &'t str) -> Vec<Item<'t>> {
    let on_demand: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("on demand:"))
        .flat_map(|(_, names)| names.split_whitespace())
        .collect();
    let mut items = Vec::new();
    let mut start = None;
    let mut offset = 0;
    let mut inside = false;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim_end();
        if content.is_empty() && !inside {
            if let Some((line, begin)) = start.take() {
                items.push(item(file, line, &text[begin..offset], &on_demand));
            }
        } else if start.is_none() {
            start = Some((number + 1, offset));
        }
        // Only lines that begin at the margin open or close a definition.
        let at_margin = !content.starts_with([' ', '\t', '/']);
        if at_margin && content.ends_with('{') {
            inside = true;
        } else if at_margin && content.starts_with('}') {
            inside = false;
        }
        offset += line.len();
    }
    if let Some((line, begin)) = start {
        items.push(item(file, line, &text[begin..], &on_demand));
    }
    items
}

fn item<'t>(file: &'static str, line: usize, text: &'t str, on_demand: &[&str]) -> Item<'t> {
    let function = defined_function(text);
    let on_demand = function.is_some_and(|function| on_demand.contains(&function));
    Item { file, line, text, function, on_demand }
}

/// The function a paragraph defines: the word before the first `(` of its first line at the margin, if
/// that definition has a body.
fn defined_function(text: &str) -> Option<&str> {
    let begins = |line: &&str| line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let body = text.lines().any(|line| line.ends_with(") {"));
    let head = text.lines().find(begins)?;
    let (before, _) = head.split_once('(')?;
    let name = before.rsplit(|c: char| !is_word(c)).next()?;
    (body && !name.is_empty()).then_some(name)
}

/// A text without comments and string literals, whose words mean nothing. Literals of these files hold no quotation marks.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut pieces = text.split("/*");
    code.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        code.push_str(piece.split_once("*/").map_or("", |(_, behind)| behind));
    }
    code.split('"').step_by(2).collect::<Vec<_>>().join(" ")
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_library::{By, Hidden};

    fn source(missing: &[&str], defined: &[&str]) -> Option<String> {
        source_for(missing.iter().copied(), &defined.iter().copied().collect())
    }

    #[test]
    fn finds_every_function() {
        let names: Vec<&str> = all_items().iter().filter_map(|item| item.function).collect();
        for expected in ["strtok", "raddle_token", "strtol", "qsort", "atexit", "fgets", "getopt"] {
            assert!(names.contains(&expected), "{expected} is missing in {names:?}");
        }
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "a function is defined twice");
    }

    /// The functions that programs can call, with the items that define them.
    fn provided() -> Vec<(&'static str, Item<'static>)> {
        let defined = all_items().into_iter().filter_map(|item| Some((item.function?, item)));
        defined.filter(|(name, _)| !name.starts_with("raddle_")).collect()
    }

    #[test]
    fn every_function_has_a_row() {
        for (name, item) in provided() {
            let Some(row) = raddle_library::find(name) else { panic!("{name} has no row") };
            let file = match row.by {
                By::C(file) if !item.on_demand => file,
                By::Either(_, file) if item.on_demand => file,
                other => panic!("{name} is in {}, its row says {other:?}", item.file),
            };
            assert_eq!(file, item.file, "{name}");
            let uses = |hidden: &&Hidden| {
                let name = hidden.function();
                item.text.contains(&format!("__raddle_not_thread_safe(\"{name}\")"))
            };
            assert_eq!(row.hidden, Hidden::ALL.iter().find(uses).copied(), "{name}");
        }
    }

    #[test]
    fn every_row_has_a_function() {
        let provided = provided();
        let in_c = |row: &raddle_library::Row| matches!(row.by, By::C(_) | By::Either(..));
        for name in raddle_library::names(in_c) {
            assert!(provided.iter().any(|(known, _)| *known == name), "{name} is not in runtime/");
        }
    }

    #[test]
    fn takes_what_is_needed_and_no_more() {
        assert_eq!(source(&["strlen", "foo"], &[]), None);
        let text = source(&["strtok"], &["main"]).unwrap();
        assert!(text.contains("raddle_in_set(") && text.contains("char *strtok("));
        assert!(!text.contains("strsep(") && !text.contains("qsort("));
        assert!(text.contains("\"<raddle>/string.c\""));
    }

    #[test]
    fn words_of_comments_mean_nothing() {
        let code = without_comments("/* read */ a(\"open\", b); /* close */");
        assert_eq!(identifiers(&code).collect::<Vec<_>>(), ["a", "b"]);
        let text = source(&["strtol"], &[]).unwrap();
        assert!(!text.contains("raddle_descriptors"), "{text}");
    }

    #[test]
    fn streams_of_files_come_only_with_files() {
        assert!(!source(&["fgets"], &[]).unwrap().contains("int fgetc("));
        let text = source(&["fgets", "fopen"], &[]).unwrap();
        assert!(text.contains("int fgetc(") && text.contains("int __raddle_getc("));
    }

    #[test]
    fn leaves_the_users_functions_alone() {
        let text = source(&["getline"], &["getdelim"]).unwrap();
        assert!(text.contains("ptrdiff_t getline("));
        assert!(text.contains("int last, struct raddle_stream *stream);"), "only declared: {text}");
    }

    #[test]
    fn exit_comes_only_with_handlers() {
        assert_eq!(source(&["exit"], &[]), None);
        assert!(source(&["atexit"], &[]).unwrap().contains("_Noreturn void exit("));
    }

    #[test]
    fn newer_standards_rename_functions() {
        let text = source(&["__isoc23_strtol"], &[]).unwrap();
        assert!(text.contains("long __isoc23_strtol("));
    }
}
