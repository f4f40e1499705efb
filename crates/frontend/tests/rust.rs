//! What the installed rustc emits for small programs that use the standard library: it loads, and at
//! most single operations (unwinding, mostly) are unsupported, each with its place.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_frontend::{FrontendOptions, load};
use raddle_ir::Op;

fn compile(source: &Path, directory: &Path) -> PathBuf {
    let output = directory.join(source.file_name().expect("a name")).with_extension("ll");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc)
        .args(["--emit=llvm-ir", "--edition=2024", "-Cdebuginfo=2", "-Cpanic=abort", "-o"])
        .arg(&output)
        .arg(source)
        .status()
        .expect("rustc runs");
    assert!(status.success(), "{}", source.display());
    output
}

#[test]
fn programs_with_the_standard_library_load() {
    let directory = std::env::temp_dir().join(format!("raddle-rust-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("a temporary directory");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rust");
    let mut seen = 0;
    for entry in fs::read_dir(sources).expect("the directory exists") {
        let ir = compile(&entry.expect("readable").path(), &directory);
        let program = match load(std::slice::from_ref(&ir), &FrontendOptions::default()) {
            Ok(program) => program,
            Err(error) => panic!("{error}"),
        };
        let (mut all, mut unsupported) = (0, 0);
        for body in program.functions.values().filter_map(|function| function.body.as_ref()) {
            for inst in body.blocks.values().flat_map(|block| &block.insts) {
                all += 1;
                if let Op::Unsupported { what } = &inst.op {
                    unsupported += 1;
                    assert!(!inst.loc.is_none(), "{}: {what} has no place", ir.display());
                }
            }
        }
        assert!(unsupported * 50 < all, "{}: {unsupported} of {all}", ir.display());
        seen += 1;
    }
    fs::remove_dir_all(&directory).expect("removable");
    assert_eq!(seen, 3);
}
