//! One C file that holds the program, its inputs, the schedule and the run-time: a test that others can keep.
//!
//! There, an operation is recognised by the number of hooks its thread has met, which a native run has counted before; no
//! editing of the compiler's output is needed. The file has a part for the run-time and one for each source file, with the headers of the
//! project in place of their inclusions; each is compiled by itself, so that none sees the names of another. A test is handed out only after
//! it was compiled and run as its first lines say.
//!
//! That a thread comes to a line shows in a call that is put in front of that line, in one of the ways of [`NOTICES`]. Which of them leaves the program what it was depends on what stands there; the one is taken with
//! which the test compiles and the thread arrives.

use std::path::Path;
use std::process::Command;

use raddle_frontend::{FrontendError, find_clang, run_tool};

use crate::build::{
    AS_CHECKED, Directory, INSTRUMENT, Native, Outside, Request, execute, traps_for, write,
};
use crate::embed::{Embedded, Insertion};
use crate::error::NativeError;
use crate::quote::{quoted_for_shell, quoted_path};
use crate::tables::{tables, targets};
use crate::undefined::definitions;
use crate::{Confirmation, TURNS, replaced_functions, runtime};

/// Exit codes of a test that has not failed, or not as recorded: see `threads.c`.
const NO_FAILURE: &[i32] = &[0, 71, 72, 73];
/// A test fails every time.
const TRIALS: usize = 3;

/// How to notice that a thread comes to a statement, which may be the body of a branch that an `else` follows, and to a declaration.
const NOTICES: &[&str] = &["if (!raddle_arrive(TARGET)) ; else ", "raddle_arrive(TARGET); "];

/// The text of the test, or why there cannot be one.
pub fn standalone_test(
    request: &Request<'_>,
    native: &Native,
    name: &str,
) -> Result<String, String> {
    if let Confirmation::Not(reason) = &native.confirmation {
        return Err(format!("the real program does not fail as recorded: {reason}"));
    }
    let lines = request.arrivals.iter().any(|arrival| !arrival.access);
    let notices = if lines { NOTICES } else { &[""] };
    let mut first = None;
    for notice in notices {
        let test = Test::new(request, native, notice)?;
        let text = test.text(&test.command(name));
        match test.trial(&text).map_err(|error| error.to_string())? {
            None => return Ok(text),
            Some(reason) => first = first.or(Some(reason)),
        }
    }
    let reason = first.unwrap_or_default();
    Err(match lines {
        true => format!("no call in front of the line notices that a thread comes there: {reason}"),
        false => format!("by itself the test does not fail as recorded: {reason}"),
    })
}

/// The calls that notice arrivals at lines.
fn insertions(request: &Request<'_>, notice: &str) -> Vec<Insertion> {
    let numbered = targets(request.arrivals).into_iter().enumerate();
    let insertion = |(number, target): (usize, String)| {
        let (file, line) = target.rsplit_once(':')?;
        let text = notice.replace("TARGET", &number.to_string());
        Some(Insertion { file: file.into(), line: line.parse().ok()?, text })
    };
    numbered.filter_map(insertion).collect()
}

/// Whoever compiles the file as any other is told what to do, instead of what a linker misses.
const PARTS_ONLY: &str = "#ifndef RADDLE_PART\n\
    #error \"compile this file in parts: the command in its first lines does it\"\n\
    #endif\n";

struct Test<'a> {
    request: &'a Request<'a>,
    native: &'a Native,
    programs: Vec<String>,
    /// Some headers are not part of the file.
    needs_directories: bool,
}

impl<'a> Test<'a> {
    fn new(request: &'a Request<'a>, native: &'a Native, notice: &str) -> Result<Test<'a>, String> {
        let insertions = insertions(request, notice);
        let mut embedded = Embedded::new(&request.compile.include_dirs, insertions);
        let programs: Result<Vec<String>, String> =
            request.files.iter().map(|file| embedded.source(file)).collect();
        Ok(Test {
            request,
            native,
            programs: programs?,
            needs_directories: embedded.is_incomplete(),
        })
    }

    fn text(&self, command: &str) -> String {
        let mut text = self.heading(command);
        text.push_str(PARTS_ONLY);
        text.push_str("#if RADDLE_PART == 0\n#define RADDLE_STANDALONE 1\n");
        text.push_str(&runtime(&tables(self.request, None, &self.native.hooks), TURNS));
        text.push_str(&definitions(&self.native.undefined));
        for (index, program) in self.programs.iter().enumerate() {
            text.push_str(&format!("\n#elif RADDLE_PART == {}\n/* -- the program */\n", index + 1));
            let own = |function: &String| self.native.defined.contains(function);
            for function in replaced_functions().into_iter().filter(|function| !own(function)) {
                text.push_str(&format!("#define {function} raddle_w_{function}\n"));
            }
            text.push_str("#define main raddle_program_main\n");
            if !self.request.arrivals.is_empty() {
                text.push_str("int raddle_arrive(unsigned target);\n");
            }
            text.push_str(program);
        }
        text.push_str("#endif\n");
        text
    }

    /// What the test shows and how to run it.
    fn heading(&self, command: &str) -> String {
        let finding = self.request.finding;
        let place = finding.location.as_ref().map_or(String::new(), |place| {
            let name = place.file.rsplit('/').next().unwrap_or(&place.file);
            format!(" at {name}:{}", place.line)
        });
        let message: String = format!("{}{place}", finding.message)
            .replace("*/", "* /")
            .chars()
            .map(|c| if c.is_control() { '?' } else { c })
            .collect();
        let lines = self.request.arrivals.iter().any(|arrival| !arrival.access);
        let but = if lines {
            " but for calls of raddle_arrive at lines that threads come to"
        } else {
            ""
        };
        format!(
            "/*\n * Shows: {message}.\n *\n * {command}\n *\n \
             * It fails with an exit code other than 0. Inputs, environment and schedule are those of a finding of Raddle; the program follows,\n \
             * its text unchanged{but}. Exit code 0: it does not fail any more; 71: the program has changed and leaves the recorded run.\n */\n"
        )
    }

    /// Compiles every part, links them and runs the result.
    fn command(&self, name: &str) -> String {
        let clang = &self.native.clang;
        let found = find_clang().is_some_and(|found| found == *clang);
        let clang = match clang.file_name() {
            Some(file) if found => quoted_for_shell(&file.to_string_lossy()),
            _ => quoted_path(clang),
        };
        let name = quoted_path(Path::new(name));
        let mut steps =
            vec![format!("{clang} -std=gnu11 -O1 -w -DRADDLE_PART=0 -c {name} -o test-0.o")];
        let flags = self.flags().join(" ");
        let mut objects = String::from("test-0.o");
        for part in 1..=self.programs.len() {
            steps.push(format!(
                "{clang} {flags} -w -DRADDLE_PART={part} -c {name} -o test-{part}.o"
            ));
            objects.push_str(&format!(" test-{part}.o"));
        }
        steps.push(format!("{clang} {objects} -pthread -lm -o test"));
        steps.push("./test".to_owned());
        // Nothing in it ends the comment it stands in.
        steps.join(" && ").replace("*/", "*''/")
    }

    fn flags(&self) -> Vec<String> {
        let options = self.request.compile;
        let mut flags: Vec<String> = AS_CHECKED.iter().map(|&flag| flag.to_owned()).collect();
        let code = &self.request.finding.code;
        flags.extend(INSTRUMENT.iter().chain(traps_for(code)).map(|&flag| flag.to_owned()));
        flags.extend(options.std.iter().map(|std| format!("-std={std}")));
        if self.needs_directories {
            let full = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            let directories = options.include_dirs.iter();
            flags.extend(directories.map(|directory| format!("-I{}", full(directory).display())));
        }
        flags.extend(options.defines.iter().map(|define| format!("-D{define}")));
        flags.extend(options.extra_args.iter().cloned());
        flags.iter().map(|flag| quoted_for_shell(flag)).collect()
    }

    /// Runs the test where nothing else is; why it does not fail, if it does not.
    fn trial(&self, text: &str) -> Result<Option<String>, NativeError> {
        let directory = Directory::new()?;
        write(&directory.path.join("test.c"), text)?;
        let command = self.command("test.c");
        let Some(build) = command.strip_suffix(" && ./test") else { return Ok(None) };
        let mut shell = Command::new("sh");
        shell.args(["-c", build]).current_dir(&directory.path);
        let start = |error| NativeError::Start { program: "sh".to_owned(), error };
        let budget = &self.request.compile.budget;
        let ended = run_tool(&mut shell, budget).map_err(start)?;
        let (status, message) = ended.ok_or(FrontendError::Spent)?;
        if !status.success() {
            let first = message.lines().next().unwrap_or_default();
            return Ok(Some(format!("it does not compile: {first}")));
        }
        for _ in 0..TRIALS {
            let run =
                execute(&directory.path.join("test"), &directory.path, Outside::Nothing, budget)?;
            let Some(status) = run.status else { return Ok(Some("it does not end".to_owned())) };
            if status.code().is_some_and(|code| NO_FAILURE.contains(&code)) {
                let last = run.stderr.lines().last().unwrap_or_default().to_owned();
                return Ok(Some(format!("{status} {last}")));
            }
        }
        Ok(None)
    }
}
