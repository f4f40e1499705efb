//! Programs travel to workers as text: what is read there is what was written here, whole.

use std::collections::BTreeMap;
use std::path::Path;

use raddle_frontend::FrontendOptions;
use raddle_ir::Program;

mod sample;

/// One of so many programs is looked at.
const ONE_OF: u64 = 16;

/// Everything that a program is. (Names are kept in an order of their own.)
fn all_of(program: &Program) -> String {
    let Program {
        target,
        files,
        types,
        globals,
        functions,
        function_names,
        constructors,
        public,
        unsupported,
    } = program;
    let names: BTreeMap<_, _> = function_names.iter().collect();
    format!(
        "{target:?}\n{files:?}\n{types:?}\n{globals:?}\n{functions:#?}\n{names:?}\n{constructors:?}\n{public:?}\n{unsupported:?}"
    )
}

#[test]
fn programs_survive_the_way_to_a_worker() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut looked_at = 0;
    for path in sample::sources(&corpus) {
        if !sample::is_chosen(&corpus, &path, ONE_OF) {
            continue;
        }
        let options = FrontendOptions {
            defines: vec!["N=2".to_owned()],
            provided: Some(raddle_explore::is_library_function),
            ..FrontendOptions::default()
        };
        // Some are parts of others, or do not compile: that is what they show.
        let Ok(program) = raddle_frontend::load(std::slice::from_ref(&path), &options) else {
            continue;
        };
        looked_at += 1;
        let text = program.to_string();
        let again = raddle_ir::parse_program(&text);
        let again = again.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        raddle_ir::verify(&again).unwrap_or_else(|errors| panic!("{}: {errors:?}", path.display()));
        assert!(again.to_string() == text, "{}: another text", path.display());
        let (here, there) = (all_of(&program), all_of(&again));
        if let Some((here, there)) = here.lines().zip(there.lines()).find(|(a, b)| a != b) {
            panic!("{}:\n{here}\n{there}", path.display());
        }
        assert_eq!(here.len(), there.len(), "{}", path.display());
    }
    assert!(looked_at >= 50, "only {looked_at} programs are looked at");
}
