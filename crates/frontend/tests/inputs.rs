//! What `load` says to files that cannot be loaded, and what it passes to the compiler.

use std::fs;
use std::path::PathBuf;

use raddle_frontend::{FrontendError, FrontendOptions, load};

/// A directory of this test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path =
            std::env::temp_dir().join(format!("raddle-inputs-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary directory");
        Scratch(path)
    }
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("writable");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn failure(path: PathBuf, options: &FrontendOptions) -> FrontendError {
    match load(&[path], options) {
        Ok(_) => panic!("accepted"),
        Err(error) => error,
    }
}

#[test]
fn unusable_files_are_named_with_the_reason() {
    let scratch = Scratch::new("unusable");
    let options = FrontendOptions::default();
    assert!(matches!(load(&[], &options), Err(FrontendError::NoInput)));
    for (path, reason) in [
        (scratch.0.join("missing.c"), "no such file"),
        (scratch.0.join("missing.ll"), "no such file"),
        (scratch.0.clone(), "it is a directory"),
        (scratch.file("empty.c", ""), "is empty"),
        (scratch.file("empty.ll", "\n\n"), "is empty"),
        (scratch.file("program.exe", "MZ"), "unknown kind of file"),
    ] {
        let message = failure(path.clone(), &options).to_string();
        assert!(message.contains(reason), "{message}");
        assert!(message.contains(&path.display().to_string()), "{message}");
    }
}

#[test]
fn compiler_messages_are_passed_on() {
    let scratch = Scratch::new("messages");
    let path = scratch.file("broken.c", "int main(void) { return missing; }\n");
    let message = failure(path, &FrontendOptions::default()).to_string();
    assert!(
        message.contains("broken.c:1:25: error: use of undeclared identifier 'missing'"),
        "{message}"
    );
    let many: String = (0..200).map(|i| format!("int f{i}(void) {{ return x{i}; }}\n")).collect();
    let path = scratch.file("many.c", &many);
    let options =
        FrontendOptions { extra_args: vec!["-ferror-limit=0".into()], ..Default::default() };
    let message = failure(path, &options).to_string();
    assert!(message.lines().count() < 60 && message.contains("more lines"), "{message}");
}

#[test]
fn a_missing_compiler_is_reported() {
    let scratch = Scratch::new("compiler");
    let path = scratch.file("fine.c", "int main(void) { return 0; }\n");
    let options =
        FrontendOptions { clang: Some("/no/such/clang".into()), ..FrontendOptions::default() };
    assert!(matches!(failure(path, &options), FrontendError::ClangUnusable { .. }));
}

#[test]
fn options_reach_the_compiler() {
    let scratch = Scratch::new("options");
    fs::create_dir_all(scratch.0.join("include")).expect("writable");
    scratch.file("include/limit.h", "#define FROM_HEADER 3\n");
    let path = scratch.file(
        "uses.c",
        "#include <limit.h>\n#if __STDC_VERSION__ != 199901L\n#error standard\n#endif\n#if sizeof_pointer != 4\n#error define\n#endif\n_Static_assert(sizeof(void *) == 4, \"\");\nint value = FROM_HEADER + EXTRA;\nint main(void) { return value; }\n",
    );
    let options = FrontendOptions {
        include_dirs: vec![scratch.0.join("include")],
        defines: vec!["sizeof_pointer=4".into()],
        std: Some("c99".into()),
        m32: true,
        extra_args: vec!["-DEXTRA=4".into()],
        ..FrontendOptions::default()
    };
    let program = load(&[path], &options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.target.pointer_bits, 32);
    assert!(program.to_string().contains("\"value\" size 4 align 4"), "{program}");
    assert!(program.function("main").is_some());
}

#[test]
fn nothing_is_left_behind_in_the_temporary_directory() {
    let scratch = Scratch::new("left");
    let path = scratch.file("fine.c", "int main(void) { return 0; }\n");
    load(&[path], &FrontendOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let prefix = format!("raddle-{}-", std::process::id());
    // Other tests of this process may be compiling: their directories disappear in a moment.
    for _ in 0..200 {
        let entries = fs::read_dir(std::env::temp_dir()).expect("readable");
        let left = entries.flatten().any(|e| e.file_name().to_string_lossy().starts_with(&prefix));
        if !left {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("temporary directories are left");
}
