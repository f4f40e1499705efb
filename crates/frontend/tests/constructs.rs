//! Every C construct, through every clang that is installed, for 64 and 32 bits: the program loads,
//! verifies, survives printing and reading back, and is translated completely.
//!
//! A file that shows something unsupported says so in a comment: `// unsupported: <part of the message>`.

use std::fs;
use std::path::{Path, PathBuf};

use raddle_frontend::{FrontendOptions, load};
use raddle_ir::{Op, Program, parse_program, verify};

const VERSIONS: [&str; 5] = ["clang-14", "clang-16", "clang-19", "clang-22", "clang"];

fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|p| p.is_file())
}

fn compilers() -> Vec<PathBuf> {
    let found: Vec<PathBuf> = VERSIONS.iter().filter_map(|name| installed(name)).collect();
    assert!(!found.is_empty(), "these tests need a clang on PATH");
    found
}

fn sources() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/constructs");
    let entries = fs::read_dir(directory).expect("the directory exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

fn unsupported(program: &Program) -> Vec<String> {
    let mut found: Vec<String> = program.unsupported.iter().map(|(what, _)| what.clone()).collect();
    for body in program.functions.values().filter_map(|function| function.body.as_ref()) {
        for inst in body.blocks.values().flat_map(|block| &block.insts) {
            if let Op::Unsupported { what } = &inst.op {
                found.push(what.clone());
            }
        }
    }
    found
}

fn check(source: &Path, compiler: &Path, m32: bool) {
    let context = format!("{} with {} m32={m32}", source.display(), compiler.display());
    let options =
        FrontendOptions { clang: Some(compiler.to_owned()), m32, ..FrontendOptions::default() };
    let program = match load(&[source.to_owned()], &options) {
        Ok(program) => program,
        Err(error) => panic!("{context}: {error}"),
    };
    verify(&program).unwrap_or_else(|errors| panic!("{context}: {}", errors[0]));
    assert_eq!(program.target.pointer_bits, if m32 { 32 } else { 64 }, "{context}");
    let printed = program.to_string();
    let read = parse_program(&printed).unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(read.to_string(), printed, "{context}");
    let text = fs::read_to_string(source).expect("readable");
    let announced: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("// unsupported: ")).collect();
    for what in unsupported(&program) {
        let expected = announced.iter().any(|announcement| what.contains(announcement));
        assert!(expected, "{context}: unsupported {what}");
    }
}

#[test]
fn every_construct_loads_with_every_compiler_for_64_bits() {
    for compiler in compilers() {
        for source in sources() {
            check(&source, &compiler, false);
        }
    }
}

#[test]
fn every_construct_loads_with_every_compiler_for_32_bits() {
    for compiler in compilers() {
        for source in sources() {
            check(&source, &compiler, true);
        }
    }
}
