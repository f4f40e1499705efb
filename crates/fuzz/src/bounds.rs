//! Random loop nests with costs: no run may cost more than the bound that `raddle bound` finds.
//!
//! A generated program takes inputs, goes round bounded loops, and says what it costs with `raddle_tick`. It is compiled
//! natively together with a driver that runs it 10,000 times on random inputs and prints the largest cost.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::random::Random;
use crate::sequential::compare::Tools;

/// The driver: random inputs in four moods, from arbitrary words to small numbers.
const DRIVER: &str = r#"
#include <setjmp.h>
#include <stdio.h>
static jmp_buf next_run;
static long cost;
static unsigned long long word = 88172645463325252ull;
static int mood;
static unsigned random_word(void) {
  word ^= word << 13;
  word ^= word >> 7;
  word ^= word << 17;
  return (unsigned)(word >> 16);
}
int __VERIFIER_nondet_int(void) {
  unsigned value = random_word();
  return mood % 4 == 0 ? (int)value : mood % 4 == 1 ? (int)(value % 9) - 3 : mood % 4 == 2 ? (int)(value % 3) - 1 : (int)(value & 7);
}
void raddle_tick(long amount) { cost += amount; }
void raddle_assume(int condition) { if (!condition) longjmp(next_run, 1); }
extern int program_main(void);
extern int memory[4];
int main(void) {
  volatile long most = -1;
  for (volatile int run = 0; run < 10000; run++) {
    mood = run;
    cost = 0;
    for (int i = 0; i < 4; i++) memory[i] = 0;
    if (!setjmp(next_run)) {
      program_main();
      if (cost > most) most = cost;
    }
  }
  printf("%ld\n", most);
  return 0;
}
"#;

const PRELUDE: &str = "#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int
int memory[4];
static int cap(int x) { return x > 20 ? 20 : x < -20 ? -20 : x; }
static int few(int x) { if (x > 6) return 6; return x; }
static int helper(int x) {
  raddle_tick(2);
  for (int h = 0; h < 3; h++) {
    if (x == h) return h;
    raddle_tick(1);
  }
  return x & 3;
}
";

/// What a comparison found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The bound, whether it is exact, the most expensive of the random runs, and whether the proof of the bound was
    /// accepted.
    Bound { bound: i64, exact: bool, most: i64, certified: bool },
    /// Raddle found no bound.
    Unknown,
}

/// Generates a program, asks Raddle for its bound and runs it natively. `Err` says what is wrong, and where.
pub fn compare(tools: &Tools, header: &Path, seed: u64) -> Result<Comparison, String> {
    let failed = |what: &str, why: String| format!("seed {seed}: {what}: {why}");
    let directory = &tools.directory;
    std::fs::create_dir_all(directory).map_err(|error| failed("directory", error.to_string()))?;
    let path = |suffix: &str| directory.join(format!("bound-{seed}{suffix}"));
    let (file, driver, object, binary) = (path(".c"), path("-driver.c"), path(".o"), path(""));
    std::fs::write(&file, generate(seed)).map_err(|error| failed("write", error.to_string()))?;
    std::fs::write(&driver, DRIVER).map_err(|error| failed("write", error.to_string()))?;
    let include = format!("-I{}", header.display());
    let mut compile = Command::new(&tools.compiler);
    compile
        .args(["-O1", "-w", "-Dmain=program_main", include.as_str(), "-c", "-o"])
        .arg(&object)
        .arg(&file);
    run(&mut compile).map_err(|why| failed("compile", why))?;
    let mut link = Command::new(&tools.compiler);
    link.args(["-O1", "-w", "-o"]).arg(&binary).arg(&object).arg(&driver);
    run(&mut link).map_err(|why| failed("link", why))?;
    let printed = run(&mut Command::new(&binary)).map_err(|why| failed("run natively", why))?;
    let most: i64 = printed.trim().parse().map_err(|_| failed("native output", printed.clone()))?;
    let mut ask = Command::new(&tools.raddle);
    let proof = path(".proof");
    ask.args(["bound", "--format", "json", "--time", "20", "--proof"]).arg(&proof).arg(&file);
    let output = ask.output();
    let output = output.map_err(|error| failed("raddle", error.to_string()))?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| failed("raddle", String::from_utf8_lossy(&output.stderr).into_owned()))?;
    let comparison = match report["bound"].as_i64() {
        None => Comparison::Unknown,
        Some(bound) if bound < most => {
            return Err(failed(
                "WRONG BOUND",
                format!("{bound}, but a run of {} costs {most}", file.display()),
            ));
        }
        Some(bound) => {
            below_counts(tools, &file, bound).map_err(|why| failed("COUNTS", why))?;
            let certified = certified(tools, &file, &proof).map_err(|why| failed("PROOF", why))?;
            Comparison::Bound { bound, exact: report["exact"] == true, most, certified }
        }
    };
    let leftovers: [&PathBuf; 5] = [&file, &driver, &object, &binary, &proof];
    leftovers.into_iter().for_each(|path| drop(std::fs::remove_file(path)));
    Ok(comparison)
}

/// Implicit path enumeration knows less about paths, so its bound is never below.
fn below_counts(tools: &Tools, file: &Path, bound: i64) -> Result<(), String> {
    let mut ask = Command::new(&tools.raddle);
    ask.args(["bound", "--format", "json", "--time", "20", "--method", "ipet"]).arg(file);
    let output = ask.output().map_err(|error| error.to_string())?;
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    match report["bound"].as_i64() {
        Some(counted) if counted < bound => Err(format!("{counted} by counts, {bound} by paths")),
        Some(_) | None => Ok(()),
    }
}

/// Whether the proof is accepted. It may be rejected although the bound is right: claims cannot say everything that the
/// analysis knows, for example that a merged variable is even.
fn certified(tools: &Tools, file: &Path, proof: &Path) -> Result<bool, String> {
    let mut check = Command::new(&tools.raddle);
    check.args(["bound", "--time", "60", "--check-proof"]).arg(proof).arg(file);
    let output = check.output().map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(0) => Ok(true),
        Some(1 | 3) => Ok(false),
        _ => {
            let (said, error) = (output.stdout, output.stderr);
            Err(String::from_utf8_lossy(&[said, error].concat()).into_owned())
        }
    }
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The program of a seed.
pub fn generate(seed: u64) -> String {
    let mut random = Random::new(seed);
    let variables = random.between(2, 4);
    let generator = Generator {
        names: (0..variables).map(|index| format!("v{index}")).collect(),
        random,
        counters: 0,
        text: String::new(),
    };
    generator.program()
}

struct Generator {
    random: Random,
    names: Vec<String>,
    counters: usize,
    text: String,
}

impl Generator {
    fn program(mut self) -> String {
        for index in 0..self.names.len() {
            let start = *self.random.pick(&["0", "1", "5", "input() & 7"]);
            let line = format!("int v{index} = {start};");
            self.line(1, &line);
        }
        if self.random.chance(50) {
            let most = self.random.between(1, 9);
            self.line(1, &format!("v0 = input(); raddle_assume(v0 >= 0 && v0 <= {most});"));
        }
        for _ in 0..self.random.between(2, 5) {
            self.statement(3, &[], 1, false);
        }
        format!("{PRELUDE}int main(void) {{\n{}  return 0;\n}}\n", self.text)
    }

    fn line(&mut self, depth: usize, line: &str) {
        writeln!(self.text, "{}{line}", "  ".repeat(depth)).expect("writing to a string");
    }

    /// A variable, or the counter of an enclosing loop.
    fn readable(&mut self, counters: &[String]) -> String {
        let index = self.random.below(self.names.len() + counters.len());
        self.names.iter().chain(counters).nth(index).cloned().unwrap_or_default()
    }

    fn expression(&mut self, counters: &[String]) -> String {
        let (a, b) = (self.readable(counters), self.readable(counters));
        match self.random.weighted(&[25, 25, 15, 10, 7, 5, 4, 4, 5]) {
            0 => self.random.between(-4, 9).to_string(),
            1 => a,
            2 => format!("{a} + {}", self.random.between(-3, 3)),
            3 => format!("{a} - {b}"),
            4 => format!("({a} * {}) % {}", self.random.between(2, 3), self.random.between(3, 11)),
            5 => format!("{a} % {}", self.random.between(2, 5)),
            6 => format!("{a} & {}", self.random.pick(&[1, 3, 7, 6])),
            7 => format!("(int)(unsigned char)({a} + {})", self.random.between(0, 250)),
            _ => format!("memory[{}]", self.random.between(0, 3)),
        }
    }

    fn condition(&mut self, counters: &[String]) -> String {
        let (a, b) = (self.readable(counters), self.readable(counters));
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.weighted(&[20, 10, 25, 25, 10, 5, 5]) {
            0 => format!("input() {operator} {}", self.random.between(-3, 3)),
            1 => "input() & 1".to_owned(),
            2 => format!("{a} {operator} {}", self.random.between(-3, 9)),
            3 => format!("{a} {operator} {b}"),
            4 => format!("{a} % {} == {}", self.random.between(2, 4), self.random.between(0, 2)),
            5 => format!("(unsigned){a} < {}u", self.random.between(1, 9)),
            _ => format!("{a} > {b} {} input() > 0", self.random.pick(&["&&", "||"])),
        }
    }

    fn statements(&mut self, nesting: usize, counters: &[String], depth: usize, in_loop: bool) {
        for _ in 0..self.random.between(1, 3) {
            self.statement(nesting, counters, depth, in_loop);
        }
    }

    fn statement(&mut self, nesting: usize, counters: &[String], depth: usize, in_loop: bool) {
        let weights = if nesting == 0 {
            [22, 20, 5, 4, 3, 3, 2, 3, 0, 0]
        } else {
            [22, 20, 5, 4, 3, 3, 2, 3, 18, 20]
        };
        let name = self.random.pick(&self.names).clone();
        let value = self.expression(counters);
        match self.random.weighted(&weights) {
            0 => {
                let cost = self.random.between(1, 9);
                self.line(depth, &format!("raddle_tick({cost});"));
            }
            1 => self.line(depth, &format!("{name} = cap({value});")),
            2 => {
                let index = match self.random.chance(50) {
                    true => self.random.between(0, 3).to_string(),
                    false => format!("({}) & 3", self.readable(counters)),
                };
                self.line(depth, &format!("memory[{index}] = cap({value});"));
            }
            3 => {
                let index = self.readable(counters);
                self.line(depth, &format!("{name} = memory[({index}) & 3];"));
            }
            4 => {
                let mask = *self.random.pick(&[1, 3, 7]);
                self.line(depth, &format!("{name} = input() & {mask};"));
            }
            5 if in_loop => {
                let condition = self.condition(counters);
                let leave = *self.random.pick(&["break", "continue"]);
                self.line(depth, &format!("if ({condition}) {leave};"));
            }
            6 => {
                let condition = self.condition(counters);
                self.line(depth, &format!("if ({condition}) return helper({name});"));
            }
            5 | 7 => self.line(depth, &format!("{name} = helper({value});")),
            8 => self.branch(nesting, counters, depth, in_loop),
            _ => self.repeat(nesting, counters, depth),
        }
    }

    fn branch(&mut self, nesting: usize, counters: &[String], depth: usize, in_loop: bool) {
        let condition = self.condition(counters);
        self.line(depth, &format!("if ({condition}) {{"));
        self.statements(nesting - 1, counters, depth + 1, in_loop);
        if self.random.chance(60) {
            self.line(depth, "} else {");
            self.statements(nesting - 1, counters, depth + 1, in_loop);
        }
        self.line(depth, "}");
    }

    fn repeat(&mut self, nesting: usize, counters: &[String], depth: usize) {
        let counter = format!("i{}", self.counters);
        self.counters += 1;
        let limit = match (self.random.below(3), counters.last()) {
            (0, Some(outer)) => outer.clone(),
            (1, _) => format!("few({})", self.readable(counters)),
            _ => self.random.between(1, 7).to_string(),
        };
        let start = match (self.random.below(4), counters.first()) {
            (0, Some(outer)) => outer.clone(),
            (1, _) => "1".to_owned(),
            _ => "0".to_owned(),
        };
        let more = if self.random.chance(25) {
            format!(" && {}", self.condition(counters))
        } else {
            String::new()
        };
        let step = *self.random.pick(&["++", "++", " += 2"]);
        self.line(
            depth,
            &format!(
                "for (int {counter} = {start}; {counter} < {limit}{more}; {counter}{step}) {{"
            ),
        );
        let inner: Vec<String> = counters.iter().cloned().chain([counter]).collect();
        self.statements(nesting - 1, &inner, depth + 1, true);
        self.line(depth, "}");
    }
}
