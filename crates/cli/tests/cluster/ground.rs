//! Servers, workers and checks for tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use raddle_nats::{LocalServer, find_server};
use serde_json::Value;

pub const LONG: Duration = Duration::from_secs(120);
pub const SOON: Duration = Duration::from_millis(100);

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

pub fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A command with so much time, unless it says itself how much.
pub fn within(command: &str, time: &str) -> String {
    if command.contains("--time") { command.to_owned() } else { format!("{command} --time {time}") }
}

/// A directory that only one test uses.
pub fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the directory can be made");
    path
}

/// A process that is killed at the end.
pub struct Process(pub Child);

impl Process {
    /// As `kill` does it: 9 cannot be refused.
    pub fn signal(&self, signal: &str) {
        let status = Command::new("kill").arg(signal).arg(self.0.id().to_string()).status();
        assert!(status.expect("there is kill").success());
    }

    pub fn runs(&mut self) -> bool {
        self.0.try_wait().expect("the process is ours").is_none()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn server_binary() -> PathBuf {
    let binary = find_server(std::env::var_os("PATH").as_deref());
    binary.unwrap_or_else(|error| panic!("{error}"))
}

/// A server of a test, and how to reach it.
pub struct Ground {
    pub server: LocalServer,
    pub directory: PathBuf,
}

impl Ground {
    pub fn new(name: &str) -> Ground {
        let directory = directory(name);
        let server = LocalServer::start(&server_binary(), &directory.join("server"));
        Ground { server: server.expect("the server starts"), directory }
    }

    /// The same with a disk of its own for what the server stores, of so many megabytes. A server that is killed comes back without its files. Nothing where nobody may
    /// make such a disk.
    pub fn with_small_disk(name: &str, megabytes: u32) -> Option<Ground> {
        let directory = directory(name);
        let script = directory.join("small-disk");
        let (store, server) = (directory.join("server/store"), server_binary());
        let text = format!(
            "#!/bin/sh\nspace=--mount\nunshare $space true 2>/dev/null || space='--user --map-root-user --mount'\n\
             exec unshare $space sh -c 'mkdir -p {0} && mount -t tmpfs -o size={megabytes}m small {0} && exec {1} \"$@\"' sh \"$@\"\n",
            store.display(),
            server.display()
        );
        std::fs::write(&script, text).expect("it can be written");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&script, executable).expect("it is ours");
        let server = LocalServer::start(&script, &directory.join("server")).ok()?;
        Some(Ground { server, directory })
    }

    /// What the server stores, as it sees it.
    pub fn disk(&self) -> PathBuf {
        let own = PathBuf::from(format!("/proc/{}/root", self.server.process()));
        let store = self.directory.join("server/store");
        own.join(store.strip_prefix("/").expect("it is absolute"))
    }

    /// Words as on a command line. Programs are named from the root of the repository, and `@MARK` is the line of the program that ends in `target MARK`.
    pub fn raddle(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        let words = words.replace("ADDRESS", &self.server.address());
        let mut program = PathBuf::new();
        for word in words.split_whitespace() {
            if ["tests/", "benches/", "examples/"].iter().any(|place| word.starts_with(place)) {
                program = root().join(word);
                command.arg(&program);
            } else if let Some(mark) = word.strip_prefix('@') {
                command.arg(line_of(&program, mark).to_string());
            } else {
                command.arg(word);
            }
        }
        command.current_dir(&self.directory);
        command.env("RADDLE_NATS_CREDENTIALS", self.server.credentials_file()).stdin(Stdio::null());
        command
    }

    pub fn workers(&self, jobs: usize) -> Process {
        let mut command = self.raddle(&format!("worker ADDRESS --jobs {jobs}"));
        Process(command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts"))
    }
}

fn line_of(program: &Path, mark: &str) -> usize {
    let text = std::fs::read_to_string(program).expect("the program exists");
    let mark = format!("target {mark}");
    let found = text.lines().position(|line| line.trim_end().ends_with(&mark));
    found.expect("the program has the target") + 1
}

pub fn report(command: &mut Command) -> Value {
    let output = command.output().expect("raddle runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{command:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    })
}

/// What a command says: of the whole program, or of each goal of a hunt, each combination of calls, each warning.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer(pub BTreeMap<String, Part>);

#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    pub verdict: String,
    pub findings: BTreeSet<String>,
}

/// Nobody found it out.
const OPEN: [&str; 2] = ["unknown", "open"];

impl Answer {
    /// Without what shows it: a check that is cut by time finds more or less of that.
    pub fn verdicts_only(mut self) -> Answer {
        self.0.values_mut().for_each(|part| part.findings.clear());
        self
    }

    pub fn is_open(&self) -> bool {
        self.0.values().any(|part| OPEN.contains(&part.verdict.as_str()))
    }

    /// Whether nothing is said that is wrong, and nothing that is known there is missing but what nobody found out.
    pub fn agrees_as_far_as_known(&self, whole: &Answer) -> bool {
        let agrees = |(name, part): (&String, &Part)| {
            whole.0.get(name).is_some_and(|known| {
                let is_open = OPEN.contains(&part.verdict.as_str());
                part == known || (is_open && part.findings.is_subset(&known.findings))
            })
        };
        self.0.len() == whole.0.len() && self.0.iter().all(agrees)
    }
}

/// What a report in JSON says.
pub fn answer(report: &Value) -> Answer {
    let list = |name: &str| report[name].as_array();
    let parts: Vec<(String, Part)> = if let Some(all) = list("combinations") {
        all.iter().map(|one| (one["calls"].to_string(), part(&one["report"], Names::Ids))).collect()
    } else if let Some(all) = list("warnings") {
        all.iter()
            .map(|one| (one["hunted_by"].to_string() + &text(&one["message"]), confirmed(one)))
            .collect()
    } else if let Some(all) = list("goals") {
        all.iter().map(|one| (one["targets"].to_string(), part(one, Names::Ids))).collect()
    } else if list("targets").is_some() || list("fragments").is_some() {
        vec![(String::new(), part(report, Names::Ids))]
    } else {
        vec![(String::new(), part(report, Names::Places))]
    };
    let count = parts.len();
    let parts: BTreeMap<String, Part> = parts.into_iter().collect();
    assert_eq!(parts.len(), count, "something is there twice: {report}");
    Answer(parts)
}

/// How findings are told from each other.
#[derive(Clone, Copy)]
enum Names {
    /// Whoever answers alone finds the same one.
    Ids,
    /// Kind and line. Where a search is shared, either of two racing accesses may be the one that is shown, so races have no line.
    Places,
}

fn part(report: &Value, names: Names) -> Part {
    let findings = report["findings"].as_array().expect("a list of findings").iter();
    let ids: BTreeSet<String> = findings.clone().map(|finding| text(&finding["id"])).collect();
    assert_eq!(ids.len(), findings.len(), "a finding is there twice: {report}");
    let verdict = text(&report["verdict"]);
    if verdict == "unknown" {
        let reasons = report["reasons"].as_array();
        assert!(reasons.is_some_and(|reasons| !reasons.is_empty()), "no reason: {report}");
    }
    let place = |finding: &Value| match text(&finding["kind"]) {
        kind if kind == "data-race" => kind,
        kind => format!("{kind} {}", finding["location"]["line"]),
    };
    let findings = match names {
        Names::Ids => ids,
        Names::Places => findings.map(place).collect(),
    };
    Part { verdict, findings }
}

fn confirmed(warning: &Value) -> Part {
    let told = &warning["confirmation"];
    Part {
        verdict: text(&told["status"]),
        findings: told["finding"].as_str().map(str::to_owned).into_iter().collect(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
