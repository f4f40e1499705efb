//! Checks with workers that are reached over a NATS server: the same answers as alone, whoever is killed.
//!
//! Needs `nats-server`, which `./setup.sh --tools` installs. `--share-eagerly` shares small programs, too. `RADDLE_ONE_OF` and `RADDLE_KILLS` make the tests longer
//! (`cargo xtask kills --cluster`).

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use raddle_nats::{LocalServer, find_server};
use serde_json::Value;

mod sample;

const LONG: Duration = Duration::from_secs(120);
const SOON: Duration = Duration::from_millis(100);

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A directory that only one test uses.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cluster").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the directory can be made");
    path
}

/// A process that is killed at the end.
struct Process(Child);

impl Process {
    /// As `kill` does it: 9 cannot be refused.
    fn signal(&self, signal: &str) {
        let status = Command::new("kill").arg(signal).arg(self.0.id().to_string()).status();
        assert!(status.expect("there is kill").success());
    }

    fn runs(&mut self) -> bool {
        self.0.try_wait().expect("the process is ours").is_none()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server of a test, and how to reach it.
struct Ground {
    server: LocalServer,
    directory: PathBuf,
}

impl Ground {
    fn new(name: &str) -> Ground {
        let directory = directory(name);
        let binary = find_server(std::env::var_os("PATH").as_deref());
        let binary = binary.unwrap_or_else(|error| panic!("{error}"));
        let server = LocalServer::start(&binary, &directory.join("server"));
        Ground { server: server.expect("the server starts"), directory }
    }

    fn raddle(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        let words = words.replace("ADDRESS", &self.server.address());
        command.args(words.split_whitespace()).current_dir(&self.directory);
        command.env("RADDLE_NATS_CREDENTIALS", self.server.credentials_file()).stdin(Stdio::null());
        command
    }

    fn workers(&self, jobs: usize) -> Process {
        let mut command = self.raddle(&format!("worker ADDRESS --jobs {jobs}"));
        Process(command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts"))
    }
}

fn report(command: &mut Command) -> Value {
    let output = command.output().expect("raddle runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{command:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    })
}

#[derive(Debug, PartialEq, Eq)]
struct Answer {
    verdict: String,
    /// Kind and line. Either of two racing accesses may be the one that is shown, so races have no line.
    findings: BTreeSet<(String, u64)>,
}

fn answer(report: &Value) -> Answer {
    let findings = report["findings"].as_array().expect("a list of findings").iter();
    let findings = findings.map(|finding| {
        let kind = finding["kind"].as_str().unwrap_or_default().to_owned();
        let line = finding["location"]["line"].as_u64().unwrap_or(0);
        if kind == "data-race" { (kind, 0) } else { (kind, line) }
    });
    let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
    Answer { verdict, findings: findings.collect() }
}

/// Programs with threads that say their verdict and want no special flags.
fn programs(one_of: u64) -> Vec<(PathBuf, String)> {
    const SPECIAL: &[&str] =
        &["//@ flags:", "//@ files:", "//@ exit:", "//@ time:", "//@ verdict: unknown"];
    let corpus = root().join("tests/corpus/threads");
    let mut sources = sample::sources(&corpus);
    sources.retain(|path| sample::is_chosen(&corpus, path, one_of));
    let of = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        let value = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix("//@ ")?.strip_prefix(name)?.strip_prefix(": "))
        };
        let special = text.lines().any(|line| SPECIAL.iter().any(|name| line.starts_with(name)));
        if special || value("verdict").is_none() {
            return None;
        }
        let mut flags: Vec<String> = value("property")
            .unwrap_or_default()
            .split_whitespace()
            .map(|property| format!("--property {property}"))
            .collect();
        if let Some((name, sizes)) = value("family").and_then(|family| family.split_once('=')) {
            let smallest: String = sizes.chars().take_while(char::is_ascii_digit).collect();
            flags.push(format!("-D{name}={smallest}"));
        }
        Some((path, flags.join(" ")))
    };
    sources.into_iter().filter_map(of).collect()
}

#[test]
fn workers_give_the_same_answers() {
    let one_of = number("RADDLE_ONE_OF", 40);
    let ground = Ground::new("answers");
    let _workers = ground.workers(number("RADDLE_WORKERS", 2) as usize);
    let chosen = programs(one_of);
    assert!(chosen.len() as u64 >= 300 / one_of, "only {} programs are looked at", chosen.len());
    for (program, flags) in &chosen {
        let line = format!("check --no-config --quiet --format json --time 120s {flags}");
        let alone = report(ground.raddle(&line).arg(program));
        let together = format!("{line} --workers ADDRESS --name answers --share-eagerly");
        let together = report(ground.raddle(&together).arg(program));
        assert_eq!(answer(&together), answer(&alone), "{}", program.display());
    }
    eprintln!("{} programs, the same answers", chosen.len());
}

#[test]
fn up_status_page_and_cancel() {
    let directory = directory("up");
    let mut up = Command::new(env!("CARGO_BIN_EXE_raddle"));
    up.args(["up", "--local", "2"])
        .current_dir(&directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let mut up = Process(up.spawn().expect("raddle runs"));
    let mut lines =
        BufReader::new(up.0.stdout.take().expect("it is a pipe")).lines().map_while(Result::ok);
    let credentials = lines.find_map(|line| {
        line.trim().strip_prefix("export RADDLE_NATS_CREDENTIALS=").map(str::to_owned)
    });
    let credentials = credentials.expect("it says where credentials are");
    let check = lines.find(|line| line.contains("--workers")).expect("it says how to check");
    let address =
        check.split_whitespace().find(|word| word.starts_with("nats://")).expect("an address");
    let raddle = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.args(words.replace("ADDRESS", address).split_whitespace());
        command
            .current_dir(&directory)
            .env("RADDLE_NATS_CREDENTIALS", &credentials)
            .stdin(Stdio::null());
        command
    };
    let program = root().join("tests/corpus/threads/counts/incr_locked_large_ok.c");
    let mut long = raddle(
        "check --no-config --quiet --format json --time 300s -DN=12 --summaries off --workers ADDRESS --name long",
    );
    let mut long = Process(long.arg(program).stdout(Stdio::piped()).spawn().expect("raddle runs"));
    // Both workers work on it.
    let start = Instant::now();
    loop {
        let status = report(&mut raddle("status ADDRESS --json"));
        let members = status["checks"][0]["members"].as_array().map_or(0, Vec::len);
        if status["checks"][0]["name"] == "long" && members == 2 {
            break;
        }
        assert!(start.elapsed() < LONG && long.runs(), "{status}");
    }
    let text = raddle("status ADDRESS").output().expect("raddle runs");
    assert!(String::from_utf8_lossy(&text.stdout).starts_with("long: "), "{text:?}");
    page(raddle("status ADDRESS --http 127.0.0.1:0"));
    // A second one of this name is not let in.
    let twin = raddle("check --workers ADDRESS --name long --time 10s")
        .arg(root().join("examples/distance.c"))
        .output();
    let twin = twin.expect("raddle runs");
    assert_eq!(twin.status.code(), Some(2), "{twin:?}");
    assert!(String::from_utf8_lossy(&twin.stderr).contains("open already"), "{twin:?}");
    let unknown = raddle("cancel ADDRESS short").output().expect("raddle runs");
    assert_eq!(unknown.status.code(), Some(2));
    let cancelled = raddle("cancel ADDRESS long").output().expect("raddle runs");
    assert_eq!(cancelled.status.code(), Some(0), "{cancelled:?}");
    let mut text = String::new();
    long.0
        .stdout
        .take()
        .expect("it is a pipe")
        .read_to_string(&mut text)
        .expect("it says something");
    let report: Value = serde_json::from_str(&text).expect("a report");
    assert_eq!(report["verdict"], "unknown");
    assert!(start.elapsed() < LONG);
    // The end of all.
    up.signal("-INT");
    let start = Instant::now();
    while up.runs() {
        assert!(start.elapsed() < Duration::from_secs(20), "it does not end");
        std::thread::sleep(SOON);
    }
    assert!(!Path::new(&credentials).exists(), "{credentials} is left");
    let address = address.trim_start_matches("nats://");
    assert!(TcpStream::connect(address).is_err(), "the server still listens");
}

fn page(mut command: Command) {
    let mut server = Process(command.stdout(Stdio::piped()).spawn().expect("raddle runs"));
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().expect("it is a pipe"))
        .read_line(&mut line)
        .expect("it says where");
    let place =
        line.trim_start_matches("http://").split('/').next().expect("an address").to_owned();
    let ask = |question: &str| {
        let mut stream = TcpStream::connect(&place).expect("it listens");
        stream.write_all(format!("{question}\r\nHost: x\r\n\r\n").as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    std::thread::sleep(Duration::from_secs(1));
    let shown = ask("GET / HTTP/1.1");
    assert!(shown.starts_with("HTTP/1.1 200") && shown.contains("<h2>long</h2>"), "{shown}");
    let data = ask("GET /status.json HTTP/1.1");
    let data: Value =
        serde_json::from_str(data.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON");
    assert_eq!(data["checks"][0]["name"], "long");
    assert!(ask("POST / HTTP/1.1").starts_with("HTTP/1.1 404"));
    assert!(ask("GET /../../etc/passwd HTTP/1.1").starts_with("HTTP/1.1 404"));
    server.signal("-INT");
}

/// Xorshift: good enough to choose, and the same everywhere.
fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Checks that take some seconds, with their flags.
const DISTURBED: &[(&str, &str)] = &[
    ("tests/corpus/threads/counts/incr_locked_large_ok.c", "-DN=6 --summaries off --share-eagerly"),
    ("benches/properties/wbs.c", "--per-property --property assert"),
    ("tests/corpus/threads/counts/readers_large.c", "-DN=8 --summaries off --share-eagerly"),
    (
        "benches/properties/test_loop.c",
        "-DROUNDS=8 --property assert --summaries off --share-eagerly",
    ),
];

/// Workers, the coordinator and the server are killed, and the server paused, at random points. Every check ends with the right answer, or with an honest *unknown* that
/// has lost no finding.
#[test]
fn kills_change_nothing() {
    let kills = number("RADDLE_KILLS", 8);
    let mut ground = Ground::new("kills");
    let mut workers: Vec<Process> = (0..3).map(|_| worker(&ground)).collect();
    let mut seed = number("RADDLE_SEED", 0x9e37_79b9_7f4a_7c15);
    let (mut done, mut unknown, mut checks) = ([0_u64; 4], 0, 0);
    while done.iter().sum::<u64>() < kills {
        let (program, flags) = DISTURBED[checks as usize % DISTURBED.len()];
        let line = format!(
            "check --no-config --quiet --format json --time 300s {flags} --out o --workers ADDRESS --name kills"
        );
        let path = root().join(program);
        let alone = format!(
            "check --no-config --quiet --format json --time 300s --out p {}",
            flags.replace("--share-eagerly", "")
        );
        let alone = answer(&report(ground.raddle(&alone).arg(&path)));
        let _ = std::fs::remove_dir_all(ground.directory.join("o"));
        let complaints = ground.directory.join("complaints");
        let begin = |ground: &Ground, line: &str| {
            let errors = std::fs::File::create(&complaints).expect("it can be written");
            let mut command = ground.raddle(line);
            command.arg(&path).stdout(Stdio::piped()).stderr(errors);
            Process(command.spawn().expect("raddle runs"))
        };
        let mut check = begin(&ground, &line);
        let start = Instant::now();
        // Not more than a few for each: else tasks that were lost too often are given up.
        for _ in 0..5 {
            std::thread::sleep(Duration::from_millis(random(&mut seed) % 1500));
            if !check.runs() {
                break;
            }
            match random(&mut seed) % 8 {
                0..4 => {
                    done[0] += 1;
                    let which = (random(&mut seed) % 3) as usize;
                    workers[which].signal("-9");
                    workers[which] = worker(&ground);
                }
                4 | 5 => {
                    done[1] += 1;
                    check.signal("-9");
                    let _ = check.0.wait();
                    check = begin(&ground, &format!("{line} --resume"));
                }
                6 => {
                    done[2] += 1;
                    ground.server.kill().expect("it is ours");
                    std::thread::sleep(Duration::from_millis(random(&mut seed) % 1000));
                    ground.server.restart().expect("it comes back");
                }
                _ => {
                    done[3] += 1;
                    let server = ground.server.process().to_string();
                    let signal = |name: &str| {
                        assert!(
                            Command::new("kill")
                                .args([name, &server])
                                .status()
                                .expect("there is kill")
                                .success()
                        )
                    };
                    signal("-STOP");
                    std::thread::sleep(Duration::from_millis(random(&mut seed) % 4000));
                    signal("-CONT");
                }
            }
            replace(&mut workers, &ground);
        }
        let mut text = String::new();
        let mut output = check.0.stdout.take().expect("it is a pipe");
        let reader = std::thread::spawn(move || {
            output.read_to_string(&mut text).expect("it says something");
            text
        });
        while check.runs() {
            assert!(start.elapsed() < Duration::from_secs(300), "{program} does not end");
            replace(&mut workers, &ground);
            std::thread::sleep(SOON);
        }
        let text = reader.join().expect("it reads");
        // One that was started again while the server was away says so, and is started once more.
        let again = format!("{line} --resume");
        let text = match check.0.wait().expect("it is ours").code() {
            Some(2) => {
                let said = std::fs::read_to_string(&complaints).unwrap_or_default();
                assert!(said.contains("no NATS server answers"), "{program}: {said}");
                report(ground.raddle(&again).arg(&path)).to_string()
            }
            _ => text,
        };
        let report: Value = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{program}: {error}: {text}"));
        let now = answer(&report);
        checks += 1;
        if now.verdict == "unknown" && alone.verdict != "unknown" {
            unknown += 1;
            assert!(!report["reasons"].as_array().expect("reasons").is_empty(), "{report}");
            eprintln!("{program}: unknown: {}", report["reasons"]);
        } else {
            assert_eq!(now, alone, "{program} after {done:?}");
        }
    }
    let [worker, coordinator, server, pause] = done;
    eprintln!(
        "{checks} checks: {worker} workers, {coordinator} coordinators and {server} servers killed, {pause} servers paused; {unknown} honest unknown"
    );
    // What is given up is the exception.
    assert!(unknown * 10 <= checks.max(10), "{unknown} of {checks} checks are unknown");
}

/// A worker whose check is over ends: others come in its place.
fn replace(workers: &mut [Process], ground: &Ground) {
    for gone in workers {
        if !gone.runs() {
            *gone = worker(ground);
        }
    }
}

fn worker(ground: &Ground) -> Process {
    let mut command = ground.raddle("worker ADDRESS --once");
    Process(
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts"),
    )
}
