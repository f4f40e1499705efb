//! Some programs of a directory: each is chosen by its own name, so a new program changes nothing about the others.

use std::path::{Path, PathBuf};

/// About one of so many programs.
pub fn is_chosen(root: &Path, program: &Path, one_of: u64) -> bool {
    let name = program.strip_prefix(root).expect("a program of this directory");
    // FNV-1a: the same on every machine.
    let hash = name.to_string_lossy().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) % one_of == 0
}

/// All C files below a directory, in order.
pub fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(root, &mut found);
    found.sort();
    found
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("the corpus can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}
