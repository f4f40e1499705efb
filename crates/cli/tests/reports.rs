//! Reports of real checks: every format from one run, the order between threads, the explored tree.

#[path = "../../report/tests/common/validator.rs"]
mod validator;
#[path = "../../report/tests/common/xml.rs"]
mod xml;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use raddle_findings::{BranchEnd, ExploredTree, Finding, OrderKind, Report};
use validator::Validator;

const SARIF: &str = include_str!("../../report/tests/common/sarif.schema.json");

const LOST_UPDATE: &str = "#include <assert.h>\n#include <pthread.h>\n\
    _Atomic int counter;\n\
    void *work(void *unused) {\n    int seen = counter;\n    counter = seen + 1;\n    return unused;\n}\n\
    int main(void) {\n    pthread_t one, two;\n    pthread_create(&one, 0, work, 0);\n    pthread_create(&two, 0, work, 0);\n\
    pthread_join(one, 0);\n    pthread_join(two, 0);\n    assert(counter == 2);\n    return 0;\n}\n";

fn directory(name: &str, program: &str) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    std::fs::write(directory.join("p.c"), program).expect("the file can be written");
    directory
}

fn raddle(directory: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(line.split(' ')).current_dir(directory).stdin(Stdio::null());
    command.output().expect("raddle can be started")
}

fn read(directory: &Path, name: &str) -> String {
    std::fs::read_to_string(directory.join(name)).expect("the report was written")
}

fn report(directory: &Path, name: &str) -> Report {
    serde_json::from_str(&read(directory, name)).expect("a report")
}

#[test]
fn every_format_from_one_run() {
    let directory = directory("formats", LOST_UPDATE);
    let line = "check -q --report r.json --report sarif=deep/r.json --report r.xml --report r.html --report r.txt \
                --report r.yml --report r.graphml p.c";
    let output = raddle(&directory, line);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(Validator::validate(&read(&directory, "r.json")), Vec::<String>::new());
    assert_eq!(
        Validator::validate_with(SARIF, &read(&directory, "deep/r.json")),
        Vec::<String>::new()
    );
    xml::elements(&read(&directory, "r.xml")).expect("well-formed");
    xml::elements(&read(&directory, "r.graphml")).expect("well-formed");
    let id = report(&directory, "r.json").findings[0].id.clone();
    for name in ["deep/r.json", "r.xml", "r.html"] {
        assert!(read(&directory, name).contains(&id), "{name}");
    }
    assert!(read(&directory, "r.txt").contains("assertion failed"));
    assert!(read(&directory, "r.yml").contains("thread_id: 2"));
}

#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    let directory = directory("unwritable", LOST_UPDATE);
    let output = raddle(&directory, "check -q --report p.c/r.json p.c");
    assert_eq!(output.status.code(), Some(2));
}

/// Steps in which the text contains a word.
fn steps(finding: &Finding, word: &str) -> Vec<usize> {
    let steps = finding.trace.iter().enumerate();
    steps.filter(|(_, step)| step.text.contains(word)).map(|(index, _)| index).collect()
}

/// A read of something old does not come after the newer write, although both are in this order in the run.
#[test]
fn a_read_of_something_old_comes_after_no_newer_write() {
    const PROGRAM: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
        atomic_int x, y;\nint a, b;\n\
        void *one(void *unused) {\n    atomic_store_explicit(&x, 1, memory_order_release);\n\
            a = atomic_load_explicit(&y, memory_order_acquire);\n    return unused;\n}\n\
        void *two(void *unused) {\n    atomic_store_explicit(&y, 1, memory_order_release);\n\
            b = atomic_load_explicit(&x, memory_order_acquire);\n    return unused;\n}\n\
        int main(void) {\n    pthread_t t, u;\n    pthread_create(&t, 0, one, 0);\n    pthread_create(&u, 0, two, 0);\n\
            pthread_join(t, 0);\n    pthread_join(u, 0);\n    assert(a || b);\n    return 0;\n}\n";
    let directory = directory("old", PROGRAM);
    raddle(&directory, "check -q --report r.json p.c");
    let report = report(&directory, "r.json");
    let finding = &report.findings[0];
    let old = steps(finding, "sees the value from the start")[0];
    assert!(finding.trace[old].after.is_empty(), "{:?}", finding.trace[old]);
}

#[test]
fn the_order_between_threads_and_the_values_are_told() {
    let directory = directory("order", LOST_UPDATE);
    raddle(&directory, "check -q --report r.json p.c");
    let report = report(&directory, "r.json");
    let finding = &report.findings[0];
    let follows = |later: usize, earlier: usize| {
        let after = &finding.trace[later].after;
        after.iter().find(|after| after.step as usize == earlier).map(|after| after.because)
    };
    for thread in [1, 2] {
        let created = steps(finding, &format!("creates T{thread} "))[0];
        let first = finding.trace.iter().position(|step| step.thread == thread).expect("it moves");
        assert_eq!(follows(first, created), Some(OrderKind::Synchronises), "thread {thread}");
        let joined = steps(finding, &format!("joins T{thread}"))[0];
        let from_thread = |step: u32| finding.trace[step as usize].thread == thread;
        assert!(finding.trace[joined].after.iter().any(|after| from_thread(after.step)));
    }
    for (index, step) in finding.trace.iter().enumerate() {
        assert!(step.after.iter().all(|after| (after.step as usize) < index));
        assert!(
            step.after.iter().all(|after| finding.trace[after.step as usize].thread != step.thread)
        );
    }
    let values: Vec<&str> = finding
        .trace
        .iter()
        .filter_map(|step| step.cell.as_ref())
        .filter(|cell| cell.name == "counter")
        .map(|cell| cell.value.as_str())
        .collect();
    assert_eq!(values, ["0", "0", "1", "1", "1"], "the update is lost");
}

#[test]
fn handles_are_told_as_threads() {
    let program = "#include <assert.h>\n#include <pthread.h>\nstatic pthread_t ids[2];\n\
        static void *work(void *unused) { return unused; }\n\
        int main(void) {\n    for (int i = 0; i < 2; i++)\n        pthread_create(&ids[i], 0, work, 0);\n\
        pthread_t last = ids[1];\n    pthread_join(last, 0);\n    pthread_join(ids[0], 0);\n    assert(last == 0);\n    return 0;\n}\n";
    let directory = directory("handles", program);
    let output = raddle(&directory, "check --color never --trace-full p.c");
    let text = String::from_utf8_lossy(&output.stdout);
    for told in ["reads ids[1]: thread T2", "reads ids[0]: thread T1", "joins T2"] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn files_are_told_by_name_and_offset() {
    let program = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    FILE *file = fopen(\"c.txt\", \"r\");\n\
        if (!file)\n        return 0;\n    int first = fgetc(file), second = fgetc(file);\n    fclose(file);\n\
        assert(first != 'a' || second != '=');\n    return 0;\n}\n";
    let directory = directory("files", program);
    let told = |line: &str, words: &str| {
        let output = raddle(&directory, line);
        let text = String::from_utf8_lossy(&output.stdout);
        // Lines are broken where they are too long.
        let text: Vec<&str> = text.split_whitespace().collect();
        let text = text.join(" ");
        assert!(text.contains(words), "{words}: {text}");
    };
    told("check --color never p.c", "content of file c.txt = \"a=\"");
    let line = "check --color never --trace-full --input 9 p.c";
    told(line, "byte at offset 1 of file c.txt = 61 '='");
}

fn tree(directory: &Path, flags: &str) -> (Report, ExploredTree) {
    let line = format!("check -q {flags} --tree t.html --report r.json p.c");
    raddle(directory, &line.replace("  ", " "));
    assert_eq!(Validator::validate(&read(directory, "r.json")), Vec::<String>::new());
    assert!(read(directory, "t.html").contains("\"nodes\""));
    let report = report(directory, "r.json");
    let tree = report.tree.clone().expect("a tree");
    (report, tree)
}

fn count(tree: &ExploredTree, end: BranchEnd) -> u64 {
    tree.nodes.iter().filter(|node| node.end == Some(end)).count() as u64
}

#[test]
fn the_explored_tree_has_every_run() {
    let safe = LOST_UPDATE.replace("counter == 2", "counter >= 1");
    let directory = directory("tree", &safe);
    for flags in ["", "--reduce none"] {
        let (report, tree) = tree(&directory, flags);
        assert_eq!(count(&tree, BranchEnd::Complete), report.stats.full_runs, "{flags}");
        assert_eq!(count(&tree, BranchEnd::SleepSet), report.stats.blocked_runs, "{flags}");
        assert_eq!(tree.dropped, 0);
        for (index, node) in tree.nodes.iter().enumerate() {
            assert_eq!(node.parent.is_none(), index == 0);
            assert!(node.parent.is_none_or(|parent| (parent as usize) < index));
        }
        assert!(tree.nodes.iter().any(|node| node.label == "atomically writes counter"));
    }
}

#[test]
fn the_explored_tree_knows_findings_and_inputs() {
    let directory = directory("tree-finding", LOST_UPDATE);
    let (report, tree) = tree(&directory, "");
    let id = &report.findings[0].id;
    assert!(
        tree.nodes.iter().any(|node| node.end == Some(BranchEnd::Finding) && node.detail == *id)
    );
}

#[test]
fn the_explored_tree_tells_where_nothing_can_race() {
    let program = "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x;\n\
        static void *add(void *unused) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return unused; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); add(0); pthread_join(t, 0); return x; }\n";
    let directory = directory("tree-locks", program);
    let (report, locked) = tree(&directory, "--reduce pdpor --property race");
    assert_eq!(count(&locked, BranchEnd::RaceFree), 1);
    assert_eq!(report.stats.counters["pruned_by_locksets"], 1);
    // Where something else is looked for, too, that is no reason to end a branch.
    let (_, all) = tree(&directory, "--reduce pdpor --property race --property assert");
    assert_eq!(count(&all, BranchEnd::RaceFree), 0);
}

#[test]
fn paths_of_one_thread_are_leaves() {
    let program = "int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() > 3) return 1; return 0; }\n";
    let directory = directory("tree-inputs", program);
    let (_, tree) = tree(&directory, "");
    assert_eq!(count(&tree, BranchEnd::Complete), 2);
    assert!(
        tree.nodes
            .iter()
            .filter(|node| node.label.starts_with("ends with nondet_int#0 = "))
            .count()
            == 2
    );
}

#[test]
fn without_asking_there_is_no_tree() {
    let directory = directory("no-tree", LOST_UPDATE);
    raddle(&directory, "check -q --report r.json p.c");
    assert!(report(&directory, "r.json").tree.is_none());
}

/// Symmetry rehearses what main does after its joins, in states that are none of the program: the failing side of the assertion is not executed there.
#[test]
fn what_is_only_rehearsed_is_not_covered() {
    let program = include_str!("../../../docs/guide/programs/counter_fixed.c");
    let directory = directory("rehearsed", program);
    let output = raddle(&directory, "check --no-config --format json --time 60s p.c");
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    let coverage = serde_json::to_value(&report.coverage).expect("JSON");
    assert_eq!(coverage["branches_covered"], 1, "{coverage}");
    assert_eq!(coverage["branches_total"], 2, "{coverage}");
    assert!(report.findings.is_empty());
}
