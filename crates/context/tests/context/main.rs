//! Tests of what is known of contexts.

use std::path::PathBuf;

mod analyses;
mod broken;
mod case;
mod counts;
mod golden;
mod interpreter;
mod large;
mod oracle;
mod pools;
mod random;
mod sound;

/// Where this test program writes, which no other one does.
fn home() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&home).expect("the directory can be made");
    home
}
