//! Programs and contexts for tests.

use std::path::{Path, PathBuf};

use raddle_budget::Budget;
use raddle_context::{Context, ContextError, Facts, Precision, ThreadAt, facts};
use raddle_frontend::{FrontendOptions, load};
use raddle_ir::Program;
use raddle_pointsto::{PointsTo, Position};
use raddle_target::{Place, resolve};

/// A program and the context that its first lines name: `// from: --at T1=11 --at T2=20,31 --waiting T3=8`.
pub struct Case {
    pub program: Program,
    pub points_to: PointsTo,
    pub context: Context,
}

pub fn position(program: &Program, line: u32) -> Position {
    let place = Place { file: None, line };
    resolve(program, &place).unwrap_or_else(|error| panic!("{error}")).positions[0]
}

/// `T1=11,20`: a name and lines, the innermost first.
fn thread(program: &Program, text: &str, waiting: bool) -> ThreadAt {
    let (name, lines) = text.split_once('=').expect("a thread has a name");
    let lines: Vec<u32> = lines.split(',').map(|line| line.parse().expect("a line")).collect();
    let mut frames = Vec::new();
    for (index, &line) in lines.iter().enumerate() {
        let mut at = position(program, line);
        if index > 0 {
            // The call of the next frame on that line.
            let callee = |at: &Position| frames_callee(program, *at, &frames);
            let calls = raddle_pointsto::positions_of(program, at.func);
            let on_line = |at: &Position| line_of(program, *at) == Some(line);
            at = calls.filter(on_line).find(callee).unwrap_or(at);
        }
        frames.push(at);
    }
    ThreadAt { name: name.to_owned(), frames, waiting, woken: false }
}

fn line_of(program: &Program, at: Position) -> Option<u32> {
    let data = at.data(program);
    data.insts.get(at.inst as usize)?.loc.get().map(|place| place.line)
}

fn frames_callee(program: &Program, at: Position, frames: &[Position]) -> bool {
    let inner = frames.last().map(|frame| frame.func);
    match at.op(program) {
        Some(raddle_ir::Op::Call { callee: raddle_ir::Callee::Direct(callee), .. }) => {
            Some(*callee) == inner
        }
        Some(raddle_ir::Op::Call { .. }) => true,
        _ => false,
    }
}

impl Case {
    pub fn read(path: &Path) -> Case {
        let text = std::fs::read_to_string(path).expect("the program can be read");
        let line = text.lines().find_map(|line| line.strip_prefix("// from: "));
        Case::new(path, line.expect("the program names its context"))
    }

    pub fn new(path: &Path, flags: &str) -> Case {
        let program = match load(&[path.to_owned()], &FrontendOptions::default()) {
            Ok(program) => program,
            Err(error) => panic!("{error}"),
        };
        let mut context = Context::default();
        let mut words = flags.split_whitespace();
        while let Some(word) = words.next() {
            let waiting = match word {
                "--at" => false,
                "--waiting" => true,
                _ => continue,
            };
            let place = words.next().expect("a thread");
            context.threads.push(thread(&program, place, waiting));
        }
        let main = program.function("main").expect("every program has one");
        let points_to = PointsTo::new(&program, main, &|| false).expect("there is time");
        Case { program, points_to, context }
    }

    pub fn facts(&self, precision: Precision) -> Result<Facts, ContextError> {
        facts(&self.program, &self.points_to, &self.context, precision, &Budget::default())
    }

    pub fn text(&self) -> String {
        self.text_with(Precision::Full)
    }

    pub fn text_with(&self, precision: Precision) -> String {
        match self.facts(precision) {
            Ok(facts) => facts.to_text(&self.program, &self.context),
            Err(error) => format!("error: {error}\n"),
        }
    }
}

/// The C programs of a directory, in order.
pub fn programs(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("the directory exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

/// Programs that begin with their context. Those that begin with a description are for `raddle from` alone.
pub fn programs_with_contexts(directory: &Path) -> Vec<PathBuf> {
    let mut files = programs(directory);
    let names_context = |path: &PathBuf| {
        std::fs::read_to_string(path).is_ok_and(|text| text.starts_with("// from: "))
    };
    files.retain(names_context);
    files
}
