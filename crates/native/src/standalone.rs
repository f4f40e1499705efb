//! One C file that holds the program, its inputs, the schedule and the run-time: a test that others can keep.
//!
//! There, an operation is recognised by the number of hooks its thread has met, which a native run has counted before; no
//! editing of the compiler's output is needed, so compiling and linking the file is all there is to do.

use std::path::Path;

use raddle_frontend::RADDLE_HEADER;

use crate::build::{INSTRUMENT, Native, Request, traps_for};
use crate::tables::{PRELUDE, tables};
use crate::{Confirmation, RUNTIME};

/// The text of the test, or why there cannot be one.
pub fn standalone_test(
    request: &Request<'_>,
    native: &Native,
    name: &str,
) -> Result<String, String> {
    if let Confirmation::Not(reason) = &native.confirmation {
        return Err(format!("the real program does not fail as recorded: {reason}"));
    }
    let [program] = request.files else {
        return Err("a test is written for programs of one source file".to_owned());
    };
    let source = std::fs::read_to_string(program)
        .map_err(|error| format!("cannot read {}: {error}", program.display()))?;
    let mut text = heading(request, name);
    text.push_str("#define RADDLE_STANDALONE 1\n");
    text.push_str(PRELUDE);
    text.push_str(&tables(request.finding, request.choreography, None, &native.hooks));
    text.push_str(
        "#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)\n",
    );
    text.extend(RUNTIME.iter().copied());
    text.push_str("#pragma clang attribute pop\n\n/* -- the program */\n");
    for function in &native.replaced {
        text.push_str(&format!("#define {function} raddle_w_{function}\n"));
    }
    text.push_str("#define main raddle_program_main\n");
    text.push_str(&embedded(&source, program));
    Ok(text)
}

/// What the test shows and how to run it.
fn heading(request: &Request<'_>, name: &str) -> String {
    let finding = request.finding;
    let place = finding.location.as_ref().map_or(String::new(), |place| {
        format!(" at {}:{}", file_name(Path::new(&place.file)), place.line)
    });
    let options = request.compile;
    let mut flags: Vec<String> =
        vec!["-O0".to_owned(), "-fno-builtin".to_owned(), "-D__NO_CTYPE".to_owned()];
    flags.extend(INSTRUMENT.iter().chain(traps_for(&finding.code)).map(|&flag| flag.to_owned()));
    flags.extend(options.std.iter().map(|std| format!("-std={std}")));
    flags.extend(options.include_dirs.iter().map(|directory| format!("-I{}", directory.display())));
    flags.extend(options.defines.iter().map(|define| format!("-D{define}")));
    let message = finding.message.replace("*/", "* /");
    format!(
        "/*\n * Shows: {message}{place}.\n *\n * clang {} -w -c {name} -o test.o && clang test.o -pthread -lm -o test && ./test\n *\n \
         * Inputs and schedule are those of a finding of Raddle; the program follows, its text unchanged.\n */\n",
        flags.join(" ")
    )
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// The program's text, with `raddle.h` in place of its inclusion.
fn embedded(source: &str, program: &Path) -> String {
    let mut text = String::new();
    let includes =
        |line: &str| line.trim_start().starts_with("#include") && line.contains("raddle.h");
    if source.lines().any(includes) {
        text.push_str(RADDLE_HEADER);
    }
    text.push_str(&format!("#line 1 \"{}\"\n", file_name(program)));
    for line in source.lines() {
        text.push_str(if includes(line) { "/* raddle.h is above */" } else { line });
        text.push('\n');
    }
    text
}
