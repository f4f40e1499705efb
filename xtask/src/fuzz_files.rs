//! `cargo xtask fuzz files`: damaged files of all kinds that raddle reads, except programs, and damaged conditions.
//!
//! Findings, witnesses, proofs and journals are made by raddle itself from small programs and then damaged; what other tools and people
//! write is written down here. Any exit code but "internal error" will do, without a signal or a hang.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use raddle_fuzz::mutate::mutate_plain;
use raddle_fuzz::random::Random;

use crate::fuzz::{Ending, Request, ending, scratch};
use crate::shell::{print, say};

/// Threads, inputs, memory, a race and a failing assertion.
const PROGRAM: &str = "#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int counter, *block;
static void *worker(void *argument) {
    counter++;
    block[*(int *)argument] = 2;
    return 0;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    pthread_t thread;
    block = malloc(8);
    pthread_create(&thread, 0, worker, &n);
    counter++;
    pthread_join(thread, 0);
    assert(counter == 2);
    return block[0];
}
";

/// A function on memory that nobody knows.
const FUNCTION: &str = "struct node { struct node *next; int value; char name[8]; };
int sum(struct node *list, int *items, unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < n && i < 3; i++) sum += items[i];
    for (; list; list = list->next) sum += list->value;
    return sum;
}
";

/// A program with a bound.
const LOOP: &str = "int main(void) {
    int sum = 0;
    for (int i = 0; i < 9; i++)
        if (i % 3) sum += i;
    return sum;
}
";

const CONDITIONS: &[&str] = &[
    "n <= 2 && size(items) >= 4 * n && acyclic(list, next)",
    "null(items) || size(items) == 12 && items[1] + 3 < 0x10",
    "!aliases(list, list->next) && string(list->name) && list->value > -(5 * 2)",
    "(n == 1 ? items[0] : items[1]) == 'a'",
];

const TOML: &str = "[check]
property = [\"assert\", \"race\"]
unwind = 3
time = \"1s\"
summary-memory = \"1.5G\"
function = \"main\"
arg = [\"a\", \"b\"]
preemptions = 2
symbolic-args = \"2,4\"

[[suppress]]
id = \"R0101-0123456789\"
reason = \"known\"
";

const COSTS: &str = "default = 1
[opcodes]
add = 2
load = 3.5
[functions]
main = 4
[lines]
\"loop.c:3\" = 5
";

const COMPILER: &str = "race.c: In function 'main':
race.c:8:5: warning: block may be null [-Wnull]
race.c:7: error: no
WARNING: ThreadSanitizer: data race (pid=17)
  Write of size 4 at 0x01 by thread T1:
    #0 worker race.c:7:12 (a.out+0x1)
  Previous write of size 4 at 0x01 by main thread:
    #0 main race.c:16:12 (a.out+0x4)
";

const SARIF: &str = r#"{"runs":[{"results":[{"ruleId":"data-race","message":{"text":"two"},"locations":[{"physicalLocation":{"artifactLocation":
{"uri":"race.c"},"region":{"startLine":7}}}],"relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///race.c"},
"region":{"startLine":16}}}]}]}]}"#;

const TASK: &str = "format_version: '2.0'
input_files: 'race.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: false
  - property_file: no-data-race.prp
options:
  language: C
  data_model: ILP32
";

const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( init(main()), LTL(G ! data-race) )\n";

/// A file to damage, or a condition, and the command that reads it.
struct Kind {
    original: String,
    /// The name of the damaged file; none: the damaged text is an argument.
    file: Option<&'static str>,
    /// `{}` stands for the damaged text or nothing.
    arguments: Vec<&'static str>,
}

pub(crate) fn run(raddle: &Path, request: &Request) -> anyhow::Result<()> {
    let directory = scratch("fuzz-files")?;
    let kinds = kinds(raddle, &directory)?;
    let mut random = Random::new(request.seed);
    let end = Instant::now() + Duration::from_secs(request.seconds);
    let (mut tried, mut accepted, mut failures) = (0_u64, 0_u64, 0_u64);
    while Instant::now() < end && tried < request.programs {
        let kind = random.pick(&kinds);
        let text = mutate_plain(&kind.original, &mut random);
        if let Some(file) = kind.file {
            let path = directory.join(file);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, &text)?;
        }
        let mut command = Command::new(raddle);
        command.current_dir(&directory);
        // A null byte cannot be an argument.
        let shown = text.replace('\0', "");
        command.args(kind.arguments.iter().map(|&word| if word == "{}" { &*shown } else { word }));
        match ending(command)? {
            Ending::Refused => {}
            Ending::Checked => accepted += 1,
            Ending::Bad(how) => {
                failures += 1;
                let kept = directory.join(format!("failure-{}-{tried}", request.seed));
                std::fs::write(&kept, &text)?;
                say(&format!("{}: raddle {}: {how}", kept.display(), kind.arguments.join(" ")));
            }
        }
        tried += 1;
    }
    print(&format!("{tried} damaged files, {accepted} of them accepted, {failures} failures"));
    if failures == 0 { Ok(()) } else { bail!("the files are in {}", directory.display()) }
}

fn kinds(raddle: &Path, directory: &Path) -> anyhow::Result<Vec<Kind>> {
    for (name, text) in [
        ("race.c", PROGRAM),
        ("function.c", FUNCTION),
        ("loop.c", LOOP),
        ("unreach-call.prp", PROPERTY),
        ("no-data-race.prp", PROPERTY),
    ] {
        std::fs::write(directory.join(name), text)?;
    }
    let make = |line: &str| made(raddle, directory, line);
    make("check -q race.c --out found --report w/witness.yml --report report.json")?;
    make("check -q race.c --per-property --out each")?;
    make("check -q function.c --function sum --out heap")?;
    make("bound loop.c --proof proof.json")?;
    let read = |path: PathBuf| {
        std::fs::read_to_string(&path).with_context(|| format!("{} is missing", path.display()))
    };
    let mut kinds = Vec::new();
    let mut add = |original: String, file: Option<&'static str>, line: &'static str| {
        kinds.push(Kind { original, file, arguments: line.split(' ').collect() });
    };
    for kept in ["found/race", "heap/function"] {
        for entry in std::fs::read_dir(directory.join(kept)).context("nothing was found")? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "json") {
                add(read(path)?, Some("damaged.json"), "replay damaged.json --time 1s");
            }
        }
    }
    let witness = read(directory.join("w/witness.yml"))?;
    add(witness, Some("w/damaged.yml"), "replay w/damaged.yml --time 1s");
    let proof = read(directory.join("proof.json"))?;
    let line = "bound loop.c --check-proof damaged.proof --time 1s";
    add(proof, Some("damaged.proof"), line);
    let report = read(directory.join("report.json"))?;
    let line = "check -q race.c --out scrap --time 1s --baseline damaged.json";
    add(report, Some("damaged.json"), line);
    let journal = read(directory.join("each/race/journal.jsonl"))?;
    let line = "check -q race.c --per-property --out again --time 1s --resume";
    add(journal, Some("again/race/journal.jsonl"), line);
    for condition in CONDITIONS {
        let line = "check -q function.c --function sum --out scrap --time 1s --where {}";
        add((*condition).to_owned(), None, line);
    }
    add(
        TOML.to_owned(),
        Some("damaged.toml"),
        "check -q race.c --out scrap --time 1s --config damaged.toml",
    );
    add(COSTS.to_owned(), Some("costs.toml"), "bound loop.c --time 1s --cost costs.toml");
    for text in [COMPILER, SARIF] {
        let line = "hunt -q race.c --out scrap --time 1s --targets suspected.txt";
        add(text.to_owned(), Some("suspected.txt"), line);
    }
    add(TASK.to_owned(), Some("task.yml"), "check -q --svcomp task.yml --out scrap --time 1s");
    add(
        PROPERTY.to_owned(),
        Some("task.prp"),
        "check -q --svcomp race.c task.prp --out scrap --time 1s",
    );
    Ok(kinds)
}

fn made(raddle: &Path, directory: &Path, line: &str) -> anyhow::Result<()> {
    let mut command = Command::new(raddle);
    command.current_dir(directory).args(line.split(' ')).args(["--time", "3s"]);
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    match status.code() {
        Some(0 | 1 | 3) => Ok(()),
        _ => bail!("`raddle {line}` failed ({status})"),
    }
}
