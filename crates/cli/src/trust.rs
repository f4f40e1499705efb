//! What files that come with a program may ask for: nothing that runs another program, and nothing that is written elsewhere.
//!
//! Whoever checks a program that somebody else wrote has a `raddle.toml`, and maybe findings and witnesses, that somebody else wrote, too.
//! Those must not choose the compiler, hand it arguments that make it load or run something, or write outside of their
//! directory. `--trust` allows it; the user's own flags are never asked about. Arguments of the compiler are allowed by a list, because
//! compilers learn new ways to run things.

use std::path::{Component, Path, PathBuf};

use raddle_frontend::shown_path;

use crate::arguments::InputArguments;

/// Flags whose value is a place to write to.
const WRITTEN: &[&str] = &["reports", "tree", "emit_tests", "out", "log_queries", "log_tasks"];

/// Arguments of a compiler that say how to read a program, in one word.
const SINGLE: &[&str] = &[
    "-ansi",
    "-fPIC",
    "-fPIE",
    "-fblocks",
    "-fbuiltin",
    "-fcommon",
    "-fdollars-in-identifiers",
    "-ffast-math",
    "-ffreestanding",
    "-fgnu89-inline",
    "-fhosted",
    "-fms-compatibility",
    "-fms-extensions",
    "-fno-builtin",
    "-fno-common",
    "-fno-delete-null-pointer-checks",
    "-fno-inline",
    "-fno-pic",
    "-fno-pie",
    "-fno-short-enums",
    "-fno-signed-char",
    "-fno-stack-protector",
    "-fno-strict-aliasing",
    "-fno-strict-overflow",
    "-fno-unsigned-char",
    "-fno-wrapv",
    "-fpic",
    "-fpie",
    "-fshort-enums",
    "-fshort-wchar",
    "-fsigned-char",
    "-fstack-protector",
    "-fstack-protector-strong",
    "-fstrict-aliasing",
    "-ftrapv",
    "-funsigned-char",
    "-fwrapv",
    "-g",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-ggdb",
    "-m32",
    "-m64",
    "-nostdinc",
    "-pedantic",
    "-pedantic-errors",
    "-pthread",
    "-trigraphs",
    "-undef",
    "-w",
];
/// Arguments with something behind them that is plain: letters, digits and `.+_-`.
const PLAIN: &[&str] =
    &["-std=", "--std=", "-march=", "-mtune=", "-mcpu=", "-msse", "-mavx", "-O", "--target="];
/// Arguments with any value, in the same word or the next: macros, and directories of headers.
const VALUED: &[&str] = &["-D", "-U", "-isystem", "-iquote", "-idirafter", "-I"];

/// Why a value of a flag is not taken from a file in `directory`; `None` if it may.
pub(crate) fn refused(flag: &str, values: &[String], directory: &Path) -> Option<String> {
    match flag {
        "clang" => Some("it is a program to run".to_owned()),
        "compiler_arguments" => refused_argument(values).map(refused_argument_text),
        _ if WRITTEN.contains(&flag) => {
            let paths = values.iter().map(|value| written_path(flag, value));
            let outside = paths.into_iter().find(|path| !lies_below(path, directory))?;
            Some(format!("{} is not below the file's directory", shown_path(outside)))
        }
        _ => None,
    }
}

/// The words in which a stored command asks for something that could run another program.
pub(crate) fn refused_in(input: &InputArguments) -> Option<String> {
    if let Some(clang) = &input.clang {
        return Some(format!("the compiler {}", shown_path(clang)));
    }
    let argument = refused_argument(&input.compiler_arguments)?;
    Some(format!("the compiler argument {}", shown_path(Path::new(argument))))
}

/// Of the words of a compilation, those that say how to read the source. Optimisation, debug information, warnings and output are Raddle's
/// own business.
pub(crate) fn reading_arguments(words: &[String]) -> Vec<String> {
    /// Files that are read before the source.
    const INCLUDED: &[&str] = &["-include", "-imacros"];
    let mut kept = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let is_valued = VALUED.contains(&word.as_str()) || INCLUDED.contains(&word.as_str());
        if is_valued {
            let Some(value) = rest.next() else { break };
            kept.extend([word.clone(), value.clone()]);
        } else if word == "-o" {
            rest.next();
        } else if is_harmless(word)
            && !["-W", "-O", "-g", "-w"].iter().any(|own| word.starts_with(own))
        {
            kept.push(word.clone());
        }
    }
    kept
}

/// Refuses a stored command that could run another program, unless the user trusts the file.
pub(crate) fn demand_harmless(
    input: &InputArguments,
    file: &Path,
    trusted: bool,
) -> anyhow::Result<()> {
    match refused_in(input) {
        Some(what) if !trusted => anyhow::bail!(
            "{} asks for {what}, which could run something else\n\
             help: `raddle replay --trust` uses it; do so only if you know who wrote the file",
            shown_path(file)
        ),
        _ => Ok(()),
    }
}

/// A path, or the path in `sarif=out/report.json`.
fn written_path<'a>(flag: &str, value: &'a str) -> &'a Path {
    let named = value.split_once('=').filter(|_| flag == "reports");
    Path::new(named.map_or(value, |(_, path)| path))
}

fn refused_argument_text(argument: &str) -> String {
    format!("{} could make the compiler run something", shown_path(Path::new(argument)))
}

/// The first argument that is not known to be harmless.
fn refused_argument(arguments: &[String]) -> Option<&str> {
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        if VALUED.contains(&argument) {
            // A response file is read before anything else is looked at.
            if let Some(value) = rest.next().filter(|value| value.starts_with('@')) {
                return Some(value);
            }
        } else if !is_harmless(argument) {
            return Some(argument);
        }
    }
    None
}

fn is_harmless(argument: &str) -> bool {
    let is_plain =
        |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || ".+_-".contains(c));
    let plain = |prefix: &&str| argument.strip_prefix(*prefix).is_some_and(is_plain);
    // A warning; `-Wl,` and its like hand words to other programs.
    let warning = argument
        .strip_prefix("-W")
        .is_some_and(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || "+-=".contains(c)));
    SINGLE.contains(&argument)
        || warning
        || PLAIN.iter().any(plain)
        || VALUED.iter().any(|prefix| argument.starts_with(prefix))
}

/// Whether a path stays below a directory, with its links followed, and out of hidden places such as `.git`.
fn lies_below(path: &Path, directory: &Path) -> bool {
    let Ok(rest) = path.strip_prefix(directory) else { return false };
    let plain = |part: Component<'_>| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        Component::CurDir => true,
        Component::ParentDir | Component::RootDir | Component::Prefix(_) => false,
    };
    let existing = |path: &Path| -> Option<PathBuf> {
        path.ancestors().find(|part| part.symlink_metadata().is_ok())?.canonicalize().ok()
    };
    rest.components().all(plain)
        && match (existing(path), existing(directory)) {
            (Some(path), Some(directory)) => path.starts_with(directory),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::path::{Path, PathBuf};

    use super::{WRITTEN, lies_below, refused_argument};

    fn first_refused(arguments: &str) -> Option<String> {
        let words: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        refused_argument(&words).map(str::to_owned)
    }

    #[test]
    fn a_compilation_is_read_without_what_is_not_about_reading() {
        let line = "-Iinc -O2 -g -Wall -Werror -c -o a.o -DA=1 -D B -include conf.h -fplugin=x.so -MF a.d -std=c99 a.c";
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert_eq!(
            super::reading_arguments(&words).join(" "),
            "-Iinc -DA=1 -D B -include conf.h -std=c99"
        );
    }

    #[test]
    fn ordinary_arguments_are_harmless() {
        for line in [
            "-Wall -Wno-error=unused -Werror -w -O2 -std=gnu11 -pthread",
            "-DA=1 -D B=f(x) -UA -I include -Iinclude -isystem /usr/include/x",
            "-m32 -march=x86-64-v3 --target=x86_64-linux-gnu -fno-strict-aliasing",
        ] {
            assert_eq!(first_refused(line), None, "{line}");
        }
    }

    #[test]
    fn arguments_that_run_load_or_write_are_not() {
        for argument in [
            "-fplugin=./x.so",
            "-fpass-plugin=x.so",
            "-Xclang",
            "-mllvm",
            "-B.",
            "-B",
            "--config",
            "--config=x.cfg",
            "@file",
            "-include",
            "-imacros",
            "-Wl,-z",
            "-Wp,-include,x",
            "-Wa,x",
            "-o",
            "-ox",
            "-MD",
            "-MFx",
            "-save-temps",
            "-fuse-ld=./ld",
            "-fprofile-generate=/tmp",
            "-fmodules-cache-path=x",
            "--gcc-toolchain=x",
            "-no-canonical-prefixes",
            "-ccc-install-dir",
            "--target=../x",
            "-resource-dir=x",
            "--sysroot=x",
            "-fcrash-diagnostics-dir=x",
            "-x",
            "-load",
            "other.c",
            "",
        ] {
            assert_eq!(first_refused(&format!("-Wall {argument}")).as_deref(), Some(argument));
        }
        assert_eq!(first_refused("-D @file").as_deref(), Some("@file"));
        assert_eq!(first_refused("-I @file -Xclang").as_deref(), Some("@file"));
    }

    #[test]
    fn links_lead_out_of_a_directory() {
        let directory = std::env::temp_dir().join(format!("raddle-trust-{}", std::process::id()));
        std::fs::create_dir_all(directory.join("inner")).expect("it can be made");
        let inner = directory.join("inner");
        std::os::unix::fs::symlink(&directory, inner.join("out")).expect("a link can be made");
        std::os::unix::fs::symlink("/dev/null", inner.join("report.txt"))
            .expect("a link can be made");
        std::os::unix::fs::symlink("../gone", inner.join("dangling")).expect("a link can be made");
        for (path, below) in [
            ("a/b/report.html", true),
            ("./report.html", true),
            ("out/report.html", false),
            ("report.txt", false),
            ("dangling", false),
            ("../report.html", false),
            ("/etc/report.html", false),
            (".git/config", false),
            ("a/../../b", false),
        ] {
            assert_eq!(lies_below(&inner.join(path), &inner), below, "{path}");
        }
        assert!(!lies_below(Path::new("/etc/x"), &inner));
        let _ = std::fs::remove_dir_all(&directory);
    }

    /// A new flag that names a path has to be thought about.
    #[test]
    fn every_path_is_read_written_or_run() {
        const READ: &[&str] =
            &["files", "build", "include_directories", "baseline", "config", "credentials"];
        for arg in crate::config::check_command().get_arguments() {
            let id = arg.get_id().as_str();
            if arg.get_value_parser().type_id() == TypeId::of::<PathBuf>() {
                assert!(READ.contains(&id) || WRITTEN.contains(&id) || id == "clang", "{id}");
            }
        }
    }
}
