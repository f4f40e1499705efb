//! Checks with workers that are reached over a NATS server: the same answers as alone, whoever is killed (`kills.rs`).
//!
//! Needs `nats-server`, which `./setup.sh --tools` installs. `--share-eagerly` shares small programs, too. `RADDLE_ONE_OF` makes the tests longer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use ground::{Ground, LONG, Process, SOON, answer, directory, number, report, root};

mod errands;
mod ground;
mod hostile;
mod kills;
#[path = "../sample/mod.rs"]
mod sample;

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
