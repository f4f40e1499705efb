//! `raddle hunt` on the programs of `tests/hunt`: what can be reached is, what cannot is proved to be unreachable, and both searches agree.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hunt").join(name)
}

/// The line that ends in `target NAME`.
fn line(name: &str, target: &str) -> String {
    let path = program(name);
    let text = std::fs::read_to_string(&path).expect("the program exists");
    let mark = format!("target {target}");
    let found = text.lines().position(|line| line.trim_end().ends_with(&mark));
    format!("{name}:{}", found.expect("the program has the target") + 1)
}

struct Answer {
    code: Option<i32>,
    report: Value,
}

fn hunt(name: &str, targets: &[&str], flags: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["hunt", "--format", "json"]).arg(program(name));
    for target in targets {
        command.args(["--target", &line(name, target)]);
    }
    let output = command.args(flags).output().expect("raddle runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{name} {targets:?}: {error}\n{text}\n{}", String::from_utf8_lossy(&output.stderr))
    });
    Answer { code: output.status.code(), report }
}

/// Both searches, each of them on its own, and several guided ones.
const WAYS: [&[&str]; 4] = [
    &[],
    &["--search-with", "guided"],
    &["--search-with", "exhaustive"],
    &["--search-with", "guided", "--jobs", "3"],
];

#[test]
fn what_can_be_reached_is_reached_by_either_search() {
    let cases: [(&str, &[&str]); 8] = [
        ("reorder.c", &["inconsistent"]),
        ("element.c", &["large"]),
        ("element.c", &["reset"]),
        ("vectors.c", &["append", "append"]),
        ("vectors.c", &["removed"]),
        ("guarded.c", &["before", "inside"]),
        ("guarded.c", &["before", "before"]),
        ("guarded.c", &["deeper"]),
    ];
    for (name, targets) in cases {
        for way in WAYS {
            let small = ["-DSETTERS=2"];
            let flags = [way, if name == "reorder.c" { &small[..] } else { &[] }].concat();
            let Answer { code, report } = hunt(name, targets, &flags);
            let said = (report["verdict"].as_str(), code);
            assert_eq!(said, (Some("reached"), Some(1)), "{name} {targets:?} {way:?}: {report:#}");
            assert_eq!(report["findings"][0]["replayed"], true, "{name} {targets:?} {way:?}");
            assert_eq!(report["findings"][0]["kind"], "target");
        }
    }
}

/// Targets are looked for under the memory model that a check would use.
#[test]
fn old_values_lead_to_targets_where_c11_allows_them() {
    let cases: [(&[&str], &str, i32); 3] = [
        (&[], "reached", 1),
        (&["-DFENCE"], "unreachable", 0),
        (&["--memory-model", "sc"], "unreachable", 0),
    ];
    for (flags, verdict, exit) in cases {
        let Answer { code, report } =
            hunt("old_values.c", &["both"], &[flags, &["--time", "60s"]].concat());
        assert_eq!(report["verdict"], verdict, "{flags:?}: {report:#}");
        assert_eq!(code, Some(exit), "{flags:?}");
    }
}

#[test]
fn what_cannot_be_reached_is_proved_to_be_unreachable() {
    let cases: [(&str, &[&str]); 4] = [
        ("guarded.c", &["unequal"]),
        ("guarded.c", &["inside", "deeper"]),
        ("guarded.c", &["inside", "inside"]),
        ("guarded.c", &["uncalled"]),
    ];
    for (name, targets) in cases {
        for way in [WAYS[0], WAYS[2]] {
            let Answer { code, report } = hunt(name, targets, way);
            let said = (report["verdict"].as_str(), code);
            assert_eq!(said, (Some("unreachable"), Some(0)), "{name} {targets:?}: {report:#}");
        }
        // The guided search alone proves nothing.
        let Answer { code, report } =
            hunt(name, targets, &["--search-with", "guided", "--time", "2s"]);
        let said = (report["verdict"].as_str(), code);
        assert_eq!(said, (Some("unknown"), Some(3)), "{name} {targets:?}: {report:#}");
    }
}

#[test]
fn conditions_belong_to_the_target_in_front_of_them() {
    let cases: [(&[(&str, &str)], &str); 8] = [
        (&[("count", "counter == 5")], "reached"),
        (&[("count", "counter == 6")], "unreachable"),
        // The `i` of the second loop, a parameter's copy, and memory.
        (&[("add", "i == 1 && id == 2 && queue->size == 3 && queue->next == NULL")], "reached"),
        (&[("add", "i == 1 && queue->size == 6")], "unreachable"),
        // What was true when the first thread came need not be true when the last one comes.
        (&[("before", "id == 1 && i == 0"), ("before", "queue->size == 2")], "reached"),
        (&[("before", "id == 1 && i == 1"), ("before", "queue->size == 0")], "unreachable"),
        // A null pointer on the way: the condition does not hold.
        (&[("before", "queue->next->size < 3 || counter == 6")], "unreachable"),
        (&[("before", "counter == 6 || queue->next->size < 3")], "reached"),
    ];
    for (targets, verdict) in cases {
        let named: Vec<(String, &str)> =
            targets.iter().map(|(target, text)| (line("conditions.c", target), *text)).collect();
        let flags: Vec<&str> = named
            .iter()
            .flat_map(|(target, text)| ["--target", target, "--condition", text])
            .collect();
        let Answer { report, .. } = hunt("conditions.c", &[], &flags);
        assert_eq!(report["verdict"], verdict, "{targets:?}: {report:#}");
    }
}

/// The guided search needs no more states and refinements than were published for the same programs (Rungta, Mercer and Visser, Table 2).
#[test]
fn few_states_lead_to_the_target() {
    // Program, targets, size, the most states and refinements.
    type Case<'a> = (&'a str, &'a [&'a str], &'a [&'a str], (u64, u64));
    let cases: [Case<'_>; 10] = [
        ("reorder.c", &["inconsistent"], &["-DSETTERS=9"], (205, 1)),
        ("reorder.c", &["inconsistent"], &["-DSETTERS=10"], (239, 1)),
        ("reorder.c", &["inconsistent"], &["-DSETTERS=100"], (1_000, 1)),
        ("airline.c", &["oversold"], &["-DISSUED=15", "-DCUSHION=3"], (619, 13)),
        ("airline.c", &["oversold"], &["-DISSUED=20", "-DCUSHION=2"], (1_230, 19)),
        ("airline.c", &["oversold"], &["-DISSUED=20", "-DCUSHION=1"], (1_248, 20)),
        ("airline.c", &["oversold"], &["-DISSUED=200", "-DCUSHION=1"], (2_000, 1)),
        ("vectors.c", &["append", "append"], &[], (37, 1)),
        ("vectors.c", &["expected", "expected"], &["-DDATA"], (294, 2)),
        ("vectors.c", &["removed"], &[], (312, 1)),
    ];
    for (name, targets, flags, most) in cases {
        let flags = [flags, &["--search-with", "guided"]].concat();
        let Answer { report, .. } = hunt(name, targets, &flags);
        assert_eq!(report["verdict"], "reached", "{name} {flags:?}: {report:#}");
        let count = |of: &str| report["stats"][of].as_u64().expect("a count");
        let took = (count("guided_states"), count("refinements"));
        assert!(
            took.0 <= most.0 && took.1 <= most.1,
            "{name} {flags:?}: {took:?} states and refinements, published {most:?}"
        );
    }
}

/// A run goes on from where it took a wrong turn. It took 190,000 states when plans were followed to the end of their share, from the start of the program.
#[test]
fn threads_that_take_turns_are_not_sent_back_to_the_start() {
    let flags = ["--same-memory", "--search-with", "guided"];
    let Answer { report, .. } = hunt("stages.c", &["write", "read"], &flags);
    assert_eq!(report["verdict"], "reached", "{report:#}");
    let states = report["stats"]["guided_states"].as_u64().expect("a count");
    assert!(states <= 5_000, "{states} states");
}

#[test]
fn a_run_that_was_found_is_replayed() {
    let directory = std::env::temp_dir().join(format!("raddle-hunt-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let status = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(&directory)
        .args(["hunt", "-q", "--out", "kept"])
        .arg(program("vectors.c"))
        .args(["--target", &line("vectors.c", "append"), "--target", &line("vectors.c", "append")])
        .status()
        .expect("raddle runs");
    assert_eq!(status.code(), Some(1));
    let file = find(&directory, "finding-1.json").expect("the finding is kept");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(&directory)
        .arg("replay")
        .arg(file)
        .output()
        .expect("raddle runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("confirmed: the target is reached"), "{text}");
    let _ = std::fs::remove_dir_all(&directory);
}

/// The real binary is led to the targets, and so is a test that needs nothing else; once the program is repaired, it is not any more.
#[test]
fn targets_are_reached_natively_and_by_a_test() {
    // Program, targets, flags, a repair, and the exit code of the repaired test.
    type Case<'a> = (&'a str, &'a [&'a str], &'a [&'a str], (&'a str, &'a str), i32);
    let cases: [Case<'_>; 5] = [
        ("vectors.c", &["append", "append"], &[], ("append(&w, &v);", ";"), 71),
        ("vectors.c", &["removed"], &[], ("v->size--;", ";"), 71),
        ("guarded.c", &["before", "inside"], &[], ("", ""), 74),
        ("element.c", &["large"], &[], ("", ""), 74),
        (
            "stages.c",
            &["write", "read"],
            &["--same-memory", "-DWORK=5"],
            ("shared = input;", ";"),
            0,
        ),
    ];
    for (index, (name, targets, flags, repair, repaired)) in cases.into_iter().enumerate() {
        let directory =
            std::env::temp_dir().join(format!("raddle-led-{}-{index}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        let raddle = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
            command.current_dir(&directory);
            command
        };
        let mut hunt = raddle();
        hunt.args(["hunt", "-q", "--out", "kept"]).arg(program(name)).args(flags);
        for target in targets {
            hunt.args(["--target", &line(name, target)]);
        }
        hunt.output().expect("raddle runs");
        let file = find(&directory, "finding-1.json").expect("the finding is kept");
        let replay = ["replay", "--native", "--emit-test", "test.c"];
        let led = raddle().args(replay).arg(file).output().expect("raddle runs");
        let text = String::from_utf8_lossy(&led.stdout).into_owned();
        assert_eq!(led.status.code(), Some(1), "{name}: {text}");
        assert!(text.contains("confirmed natively: thread "), "{name}: {text}");
        assert_eq!(run_test(&directory), (Some(74), true), "{name}: {text}");
        let path = directory.join("test.c");
        let test = std::fs::read_to_string(&path).expect("the test is written");
        std::fs::write(&path, test.replace(repair.0, repair.1)).expect("a file");
        assert_eq!(run_test(&directory).0, Some(repaired), "{name}, repaired");
        let _ = std::fs::remove_dir_all(&directory);
    }
}

/// The exit code of the test in a directory, run as its first lines say, and whether it says that the targets are reached.
fn run_test(directory: &Path) -> (Option<i32>, bool) {
    let text = std::fs::read_to_string(directory.join("test.c")).expect("the test is written");
    let command = text.lines().find(|line| line.contains("RADDLE_PART=0 -c")).expect("a command");
    let output = Command::new("sh")
        .current_dir(directory)
        .args(["-c", command.trim_start_matches(" * ")])
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr).contains("raddle: reached: thread ");
    (output.status.code(), said)
}

fn find(directory: &Path, name: &str) -> Option<PathBuf> {
    for entry in std::fs::read_dir(directory).ok()?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if let Some(found) = find(&path, name) {
                return Some(found);
            }
        } else if path.file_name().is_some_and(|file| file == name) {
            return Some(path);
        }
    }
    None
}

#[test]
fn mistakes_in_the_request_are_told() {
    let cases: [(&[&str], &str); 12] = [
        (&["--target", "guarded.c:9", "--condition", "xx > 3"], "there is no variable `xx`"),
        (&["--target", "guarded.c:9", "--condition", "x >"], "a value is missing here"),
        (&["--condition", "x > 3", "--target", "guarded.c:9"], "belongs behind the --target"),
        (&[], "nothing to hunt for"),
        (&["--target", "1"], "has no code that is executed; the nearest lines"),
        (&["--target", "guarded.c:100000"], "has no code that is executed; the nearest lines"),
        (&["--target", "guarded.c:-1"], "is no place; write FILE:LINE"),
        (&["--targets", "missing.sarif"], "missing.sarif"),
        (&["--target", "other.c:3"], "the program has no file `other.c`"),
        (&["--target", "guarded.c"], "is no place; write FILE:LINE"),
        (&["--target", "guarded.c:9", "--per-property"], "--per-property has no meaning"),
        (&["--target-property", "assertion-0"], "the program has no assertion"),
    ];
    for (flags, message) in cases {
        let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .arg("hunt")
            .arg(program("guarded.c"))
            .args(flags)
            .output()
            .expect("raddle runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {text}");
        assert!(text.contains(message), "{flags:?}: {text}");
    }
}

#[test]
fn probable_mistakes_are_noted_and_answered_all_the_same() {
    let directory = std::env::temp_dir().join(format!("raddle-mistakes-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("small.c");
    let text = "int x;\nvoid unused(void) {\n    x = 1;\n}\nint main(void) {\n    x = 2;\n    x = 3;\n    return x;\n}\n";
    std::fs::write(&path, text).expect("a file");
    let sarif = directory.join("other.sarif");
    let result = r#"{"ruleId":"r","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"elsewhere.c"},"region":{"startLine":3}}}]}"#;
    std::fs::write(&sarif, format!(r#"{{"runs":[{{"results":[{result}]}}]}}"#)).expect("a file");
    let sarif = sarif.display().to_string();
    let cases: [(&[&str], i32, &str); 4] = [
        (&["--target", "small.c:3"], 0, "small.c:3 is in unused, which nothing calls"),
        (&["--target", "6", "--target", "7"], 0, "only the main thread comes to"),
        (&["--targets", &sarif], 2, "fits the program; the first is elsewhere.c:3"),
        (&["--target", "6", "--same-memory"], 2, "--same-memory needs two --target lines, not 1"),
    ];
    for (flags, code, message) in cases {
        let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .current_dir(&directory)
            .args(["hunt", "small.c"])
            .args(flags)
            .output()
            .expect("raddle runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{flags:?}: {errors}");
        assert!(errors.contains(message), "{flags:?}: {errors}");
    }
    let _ = std::fs::remove_dir_all(&directory);
}

/// What lies on the way to a target is shown with the run, and as a graph.
#[test]
fn the_abstract_system_is_shown() {
    let graph = std::env::temp_dir().join(format!("raddle-abstract-{}.dot", std::process::id()));
    let flags = ["-DSETTERS=2", "--show-abstract", graph.to_str().expect("a name")];
    let Answer { report, .. } = hunt("reorder.c", &["inconsistent"], &flags);
    let elements = report["findings"][0]["elements"].as_array().expect("elements");
    let served = |kind: &str| {
        let is = |one: &&Value| one["kind"] == kind && one["step"].is_u64();
        elements.iter().filter(is).count()
    };
    for kind in ["start", "target", "creation", "branch", "elsewhere"] {
        assert!(served(kind) > 0, "{kind}: {report:#}");
    }
    let system = &report["abstract"];
    assert_eq!(system["finding"], report["findings"][0]["id"]);
    assert!(report.get("abstract_systems").is_none(), "it is said once");
    assert_eq!(system["turns"].as_array().map(Vec::len), Some(2), "{report:#}");
    check_traces(system);
    let text = std::fs::read_to_string(&graph).expect("the graph is written");
    assert!(text.starts_with("digraph abstract {") && text.contains("doubleoctagon"), "{text}");
    assert!(text.contains("[style=bold]") && text.contains("[style=dashed]"), "{text}");
    let _ = std::fs::remove_file(&graph);
}

/// Abstract traces lead along edges from the start of main to a target, and no element comes twice.
fn check_traces(system: &Value) {
    let kind = |index: &Value| system["elements"][index.as_u64().unwrap() as usize]["kind"].clone();
    let traces = system["traces"].as_array().expect("traces");
    assert!(!traces.is_empty(), "{system:#}");
    for trace in traces {
        let way = trace["elements"].as_array().expect("elements");
        assert_eq!((kind(&way[0]), kind(&way[way.len() - 1])), ("start".into(), "target".into()));
        let distinct: std::collections::BTreeSet<u64> =
            way.iter().filter_map(Value::as_u64).collect();
        assert_eq!(distinct.len(), way.len(), "{trace}");
        for pair in way.windows(2) {
            let edge = serde_json::json!(pair);
            assert!(
                system["edges"].as_array().is_some_and(|edges| edges.contains(&edge)),
                "{edge}"
            );
        }
    }
}

/// The abstract system is there without a run, too, and has the locks around what is on the way and the writes of the function.
#[test]
fn an_unreachable_target_has_an_abstract_system() {
    let Answer { report, .. } = hunt("guarded.c", &["unequal"], &[]);
    assert_eq!(report["verdict"], "unreachable");
    let system = &report["abstract"];
    assert!(system.get("finding").is_none(), "{report:#}");
    check_traces(system);
    let Answer { report, .. } = hunt("locked_way.c", &["both"], &[]);
    let system = &report["abstract"];
    check_traces(system);
    let elements = system["elements"].as_array().expect("elements");
    let lines = |kind: &str| -> Vec<u64> {
        let own = elements.iter().filter(|one| one["kind"] == kind);
        own.filter_map(|one| one["location"]["line"].as_u64()).collect()
    };
    // The lock of the function that is not on the way is no part of it.
    assert_eq!(lines("acquire"), [23], "{system:#}");
    assert_eq!(lines("release"), [28], "{system:#}");
    assert_eq!(lines("definition"), [20, 22], "{system:#}");
    // What is written behind the branch counts only for another thread or another call.
    assert_eq!(lines("elsewhere"), [14, 27], "{system:#}");
}

/// A hunt that runs out of time says what stood in the way, and how likely the target is.
#[test]
fn what_stood_in_the_way_is_told() {
    let flags = ["--search-with", "guided", "--time", "2s"];
    let Answer { report, .. } = hunt("guarded.c", &["unequal"], &flags);
    assert_eq!(report["verdict"], "unknown");
    let likelihood = report["likelihood"].as_f64().expect("an estimate");
    assert!(likelihood > 0.0 && likelihood < 1.0, "{report:#}");
    let blocking = &report["blocking"][0];
    assert_eq!(blocking["line"], 12, "{report:#}");
    assert!(blocking["why"].as_str().is_some_and(|why| why.contains("places write")), "{report:#}");
}

#[test]
fn suspicions_of_other_tools_are_hunted_one_by_one() {
    let path = std::env::temp_dir().join(format!("raddle-suspicions-{}.txt", std::process::id()));
    let at = |target| line("guarded.c", target);
    let text = format!(
        "{}:9: warning: counters may differ\n{}:5: warning: reached\nother.c:1:1: warning: not ours\n",
        at("unequal"),
        at("deeper")
    );
    std::fs::write(&path, text).expect("a file");
    let Answer { code, report } =
        hunt("guarded.c", &[], &["--targets", path.to_str().expect("a name")]);
    assert_eq!((report["verdict"].as_str(), code), (Some("reached"), Some(1)), "{report:#}");
    let verdicts: Vec<&str> = report["goals"]
        .as_array()
        .expect("two goals")
        .iter()
        .filter_map(|goal| goal["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["unreachable", "reached"]);
    let _ = std::fs::remove_file(&path);
}
