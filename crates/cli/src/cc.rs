//! `raddle cc`: a C compiler for make and its like. It runs the real one with the same arguments, and leaves a record next to each object of how it
//! was compiled, and next to each program of what it was linked from: `make CC="raddle cc"`, then `raddle check ./program`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use clap::Args;
use raddle_frontend::shown_path;

use crate::build_record::{Compilation, SUFFIX, read, with_suffix};
use crate::output::print_line_to_stderr;
use crate::response::expanded;

/// The real compiler, unless `RADDLE_CC` names another one.
const COMPILER: &str = "cc";

/// Directories within directories that are searched for the objects of an archive.
const DEEPEST: usize = 4;

#[derive(Args, Debug)]
pub(crate) struct CcArguments {
    /// Arguments of the C compiler, which runs as usual; RADDLE_CC names another one than cc
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    words: Vec<String>,
}

/// Compiles or links, and records it. The exit code is the compiler's.
pub(crate) fn cc(arguments: &CcArguments) -> anyhow::Result<i32> {
    let compiler = std::env::var_os("RADDLE_CC").unwrap_or_else(|| COMPILER.into());
    let status = Command::new(&compiler)
        .args(&arguments.words)
        .status()
        .with_context(|| format!("cannot run the compiler {}", shown_path(Path::new(&compiler))))?;
    if status.success() {
        let directory = std::env::current_dir().context("cannot tell the current directory")?;
        let words = expanded(arguments.words.iter().cloned(), &directory);
        // The build goes on without a record.
        if let Err(error) = Job::new(&words).record(&words, &directory) {
            print_line_to_stderr(&format!("warning: raddle cc: {error:#}"));
        }
    }
    Ok(status.code().unwrap_or(1))
}

/// What a compiler is asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Job {
    sources: Vec<PathBuf>,
    objects: Vec<PathBuf>,
    library_directories: Vec<PathBuf>,
    libraries: Vec<String>,
    output: Option<PathBuf>,
    only_compiles: bool,
    /// It makes neither an object nor a program.
    only_looks: bool,
}

impl Job {
    fn new(words: &[String]) -> Job {
        /// Arguments whose value is the next word.
        const VALUED: &[&str] = &[
            "-I",
            "-D",
            "-U",
            "-include",
            "-imacros",
            "-isystem",
            "-iquote",
            "-idirafter",
            "-MF",
            "-MT",
            "-MQ",
            "-x",
            "-Xlinker",
            "-Xclang",
            "-Xpreprocessor",
            "-arch",
            "-target",
            "-T",
            "-u",
            "-z",
        ];
        let mut job = Job::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            match word.as_str() {
                "-c" => job.only_compiles = true,
                "-E" | "-S" | "-M" | "-MM" | "-fsyntax-only" => job.only_looks = true,
                "-o" => job.output = rest.next().map(PathBuf::from),
                "-L" => job.library_directories.extend(rest.next().map(PathBuf::from)),
                "-l" => job.libraries.extend(rest.next().cloned()),
                valued if VALUED.contains(&valued) => {
                    rest.next();
                }
                other => job.add(other),
            }
        }
        job
    }

    fn add(&mut self, word: &str) {
        let path = PathBuf::from(word);
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        match extension {
            _ if word.starts_with("-o") => self.output = Some(word[2..].into()),
            _ if word.starts_with("-L") => self.library_directories.push(word[2..].into()),
            _ if word.starts_with("-l") => self.libraries.push(word[2..].to_owned()),
            _ if word.starts_with('-') => {}
            "c" | "i" => self.sources.push(path),
            "o" | "lo" | "a" => self.objects.push(path),
            _ => {}
        }
    }

    fn record(&self, words: &[String], directory: &Path) -> anyhow::Result<()> {
        if self.only_looks {
            return Ok(());
        }
        let compilations: Vec<Compilation> = self
            .sources
            .iter()
            .map(|file| Compilation {
                directory: directory.to_owned(),
                file: file.clone(),
                arguments: std::iter::once(COMPILER.to_owned())
                    .chain(words.iter().cloned())
                    .collect(),
                command: None,
            })
            .collect();
        if self.only_compiles {
            for one in &compilations {
                let name = one.file.with_extension("o");
                let beside = name.file_name().map_or_else(|| name.clone(), PathBuf::from);
                write(self.output.as_ref().unwrap_or(&beside), std::slice::from_ref(one))?;
            }
            return Ok(());
        }
        let mut all = compilations;
        for object in self.objects.iter().chain(&self.archives()) {
            all.extend(recorded(object));
        }
        if all.is_empty() {
            return Ok(());
        }
        write(self.output.as_deref().unwrap_or(Path::new("a.out")), &all)
    }

    /// `-lname` in a directory that the build names.
    fn archives(&self) -> Vec<PathBuf> {
        let file = |name: &String| {
            let mut paths = self
                .library_directories
                .iter()
                .map(|directory| directory.join(format!("lib{name}.a")));
            paths.find(|path| path.is_file())
        };
        self.libraries.iter().filter_map(file).collect()
    }
}

/// What is known about an object, or about those in an archive. An object that another compiler made is no part of the record.
fn recorded(object: &Path) -> Vec<Compilation> {
    if object.extension().is_none_or(|extension| extension != "a") {
        return read(&with_suffix(object)).unwrap_or_default();
    }
    let directory = object.parent().filter(|parent| !parent.as_os_str().is_empty());
    let members = members(&std::fs::read(object).unwrap_or_default());
    let record = |member: &String| {
        let name = with_suffix(Path::new(member));
        find_below(directory.unwrap_or(Path::new(".")), &name, DEEPEST)
    };
    members.iter().filter_map(record).flat_map(|record| read(&record).unwrap_or_default()).collect()
}

/// A file of this name in a directory or below it: an archive tells no directories.
fn find_below(directory: &Path, name: &Path, depth: usize) -> Option<PathBuf> {
    let here = directory.join(name);
    if here.is_file() {
        return Some(here);
    }
    let entries = std::fs::read_dir(directory).ok().filter(|_| depth > 0)?;
    let mut below: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    below.sort();
    below.iter().find_map(|directory| find_below(directory, name, depth - 1))
}

/// The names of the files in an archive of System V or GNU `ar`.
fn members(bytes: &[u8]) -> Vec<String> {
    const MAGIC: &[u8] = b"!<arch>\n";
    const HEADER: usize = 60;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let (mut names, mut long_names, mut at) = (Vec::new(), String::new(), MAGIC.len());
    if !bytes.starts_with(MAGIC) {
        return names;
    }
    while let Some(header) = bytes.get(at..at + HEADER) {
        let (name, size) = (text(&header[..16]), text(&header[48..58]).parse().unwrap_or(0usize));
        at += HEADER;
        match name.strip_prefix('/') {
            Some("/") => long_names = text(bytes.get(at..at + size).unwrap_or_default()),
            Some(offset) => {
                let start = offset.parse().ok().and_then(|start: usize| long_names.get(start..));
                names.extend(
                    start
                        .and_then(|start| start.split('/').next())
                        .filter(|name| !name.is_empty())
                        .map(str::to_owned),
                );
            }
            None => names.push(name.trim_end_matches('/').to_owned()),
        }
        at += size + size % 2;
    }
    names
}

fn write(made: &Path, compilations: &[Compilation]) -> anyhow::Result<()> {
    // Nothing is left behind where the compiler made nothing, as for -o /dev/null.
    if !made.is_file() {
        return Ok(());
    }
    let record = with_suffix(made);
    let text = serde_json::to_string_pretty(compilations).context("cannot write the record")?;
    std::fs::write(&record, text).with_context(|| {
        format!("cannot write {} (a name that ends in .{SUFFIX})", shown_path(&record))
    })
}

#[cfg(test)]
mod tests {
    use super::{Job, members};

    fn job(line: &str) -> Job {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        Job::new(&words)
    }

    #[test]
    fn compilers_are_understood() {
        let compile = job("-O2 -c -MF x.d -o out/a.o src/a.c");
        assert!(compile.only_compiles && !compile.only_looks);
        assert_eq!(compile.sources, [std::path::Path::new("src/a.c")]);
        assert_eq!(compile.output.as_deref(), Some(std::path::Path::new("out/a.o")));
        let link = job("-o prog a.o b.c -Llib -lpool -lpthread -DX=y.c");
        assert_eq!(link.objects, [std::path::Path::new("a.o")]);
        assert_eq!(link.sources, [std::path::Path::new("b.c")]);
        assert_eq!(link.libraries, ["pool", "pthread"]);
        assert!(job("-E a.c").only_looks);
    }

    #[test]
    fn archives_are_read() {
        let header = |name: &str, size: usize| {
            format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644)
        };
        let long = "a_rather_long_name.o/\n";
        let text = format!(
            "!<arch>\n{}{long}{}xy{}z",
            header("//", long.len()),
            header("short.o/", 2),
            header("/0", 1)
        );
        assert_eq!(members(text.as_bytes()), ["short.o", "a_rather_long_name.o"]);
        assert!(members(b"no archive").is_empty());
    }
}
