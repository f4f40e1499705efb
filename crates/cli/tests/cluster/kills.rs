//! Workers, the coordinator and the server are killed at random points, the server is paused, and its disk is full for a while. Every check ends with the right answer, or with an
//! honest *unknown* that has lost no finding.
//!
//! Several servers with checks of their own are disturbed at the same time: most of it is waiting. `RADDLE_KILLS` and `RADDLE_AT_ONCE` make it longer (`cargo xtask kills --cluster`).

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::ground::{Answer, Ground, Process, SOON, answer, number, report, within};

/// Parts of searches, properties, parts of hunts, combinations of calls, fragments and warnings: a second or more of each.
const DISTURBED: &[&str] = &[
    "check tests/corpus/threads/counts/incr_locked_large_ok.c -DN=6 --summaries off --share-eagerly",
    "check benches/properties/wbs.c --per-property --property assert",
    "hunt tests/hunt/stages.c --target @write --target @read",
    "from --library tests/from/library/counter.c --calls 6",
    "check tests/corpus/threads/counts/readers_large.c -DN=8 --summaries off --share-eagerly",
    "from --piecewise tests/from/kernels/stages.c",
    "check benches/properties/test_loop.c -DROUNDS=8 --property assert --summaries off --share-eagerly",
    "warn --confirm tests/hunt/airline.c -DISSUED=7 --time 30s",
    "hunt tests/hunt/conditions.c --target @count --condition counter==6",
    "from --piecewise tests/from/kernels/pfscan.c",
];
const USUAL: &str = "--no-config --quiet --format json";
/// Not more than a few for each check: else tasks that were lost too often are given up.
const MOST_FOR_ONE: u32 = 5;
/// No check takes longer, whatever happens to it.
const PATIENCE: Duration = Duration::from_secs(600);
/// Disks of servers whose disk becomes full.
const MEGABYTES: u32 = 16;

/// What was done to checks, and what came of them.
#[derive(Default)]
struct Tally {
    workers: u64,
    coordinators: u64,
    servers: u64,
    pauses: u64,
    full_disks: u64,
    checks: u64,
    unknown: u64,
    alone: BTreeMap<usize, Answer>,
    asked: BTreeMap<usize, u64>,
}

impl Tally {
    fn disturbances(&self) -> u64 {
        self.workers + self.coordinators + self.servers + self.pauses + self.full_disks
    }
}

#[test]
fn kills_change_nothing() {
    let wanted = number("RADDLE_KILLS", 12);
    let at_once = number("RADDLE_AT_ONCE", 2);
    let seed = number("RADDLE_SEED", 0x9e37_79b9_7f4a_7c15);
    let tally = Mutex::new(Tally::default());
    let disturb = |which: u64| {
        let name = format!("kills-{which}");
        // Every other one has a small disk.
        let small = if which % 2 == 1 { Ground::with_small_disk(&name, MEGABYTES) } else { None };
        let has_small_disk = small.is_some();
        assert!(
            has_small_disk || which.is_multiple_of(2) || std::env::var_os("CI").is_none(),
            "no full disk can be tried: `unshare --mount` and `mount -t tmpfs` are not allowed here"
        );
        let ground = small.unwrap_or_else(|| Ground::new(&name));
        let workers = (0..3).map(|_| worker(&ground)).collect();
        let seed = seed ^ which.wrapping_mul(0x2545_f491_4f6c_dd1d);
        let mut disturber = Disturber { ground, has_small_disk, workers, seed, tally: &tally };
        let mut next = which as usize;
        while tally.lock().expect("nobody failed").disturbances() < wanted {
            disturber.check(next % DISTURBED.len());
            next += 1;
        }
    };
    std::thread::scope(|scope| {
        for which in 0..at_once {
            let disturb = &disturb;
            scope.spawn(move || disturb(which));
        }
    });
    let tally = tally.into_inner().expect("nobody failed");
    eprintln!(
        "{} checks: {} workers, {} coordinators and {} servers killed, {} servers paused, {} disks full; {} honest unknown",
        tally.checks,
        tally.workers,
        tally.coordinators,
        tally.servers,
        tally.pauses,
        tally.full_disks,
        tally.unknown
    );
    for (&which, times) in &tally.asked {
        eprintln!("  {times} times {}", DISTURBED[which]);
    }
    // What is given up is the exception.
    assert!(
        tally.unknown * 10 <= tally.checks.max(10),
        "{} of {} checks are unknown",
        tally.unknown,
        tally.checks
    );
}

/// One server with its workers.
struct Disturber<'t> {
    ground: Ground,
    has_small_disk: bool,
    workers: Vec<Process>,
    seed: u64,
    tally: &'t Mutex<Tally>,
}

impl Disturber<'_> {
    /// One check, with what is done to it.
    fn check(&mut self, which: usize) {
        let asked = within(DISTURBED[which], "300s");
        self.find_out_alone(which);
        let line = format!("{asked} {USUAL} --out o --workers ADDRESS --name kills");
        let _ = std::fs::remove_dir_all(self.ground.directory.join("o"));
        let mut check = self.begin(&line);
        let start = Instant::now();
        for _ in 0..MOST_FOR_ONE {
            self.pause(1500);
            if !check.runs() {
                break;
            }
            self.disturb(&mut check, &line);
            self.replace();
        }
        let (mut code, mut text) = self.end_of(check, &asked, start);
        // One that was started again while the server was away, or could keep nothing, says so, and is started once more.
        if code == Some(2) {
            let said = std::fs::read_to_string(self.complaints()).unwrap_or_default();
            let excuses = [
                "no NATS server answers",
                "the NATS server refuses",
                "did not answer",
                "hung up",
                "JetStream is off",
            ];
            assert!(excuses.iter().any(|excuse| said.contains(excuse)), "{asked}: {said}");
            let again = self.begin(&again(&line));
            (code, text) = self.end_of(again, &asked, start);
        }
        let report = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{asked} ended with {code:?}: {error}: {text}"));
        self.judge(which, &report);
    }

    /// Waits for the end of a check, while workers come and go: how it ended, and what it said.
    fn end_of(&mut self, mut check: Process, asked: &str, start: Instant) -> (Option<i32>, String) {
        let mut output = check.0.stdout.take().expect("it is a pipe");
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).expect("it says something");
            text
        });
        while check.runs() {
            assert!(start.elapsed() < PATIENCE, "{asked} does not end");
            self.replace();
            std::thread::sleep(SOON);
        }
        let text = reader.join().expect("it reads");
        (check.0.wait().expect("it is ours").code(), text)
    }

    fn find_out_alone(&self, which: usize) {
        if self.tally.lock().expect("nobody failed").alone.contains_key(&which) {
            return;
        }
        let asked = within(&DISTURBED[which].replace("--share-eagerly", ""), "300s");
        let line = format!("{asked} {USUAL} --out p");
        let alone = told(which, &report(&mut self.ground.raddle(&line)));
        assert!(!alone.is_open(), "{asked}: {alone:?}");
        self.tally.lock().expect("nobody failed").alone.insert(which, alone);
    }

    fn complaints(&self) -> PathBuf {
        self.ground.directory.join("complaints")
    }

    fn begin(&self, line: &str) -> Process {
        let errors = File::create(self.complaints()).expect("it can be written");
        let mut command = self.ground.raddle(line);
        command.stdout(Stdio::piped()).stderr(errors);
        Process(command.spawn().expect("raddle runs"))
    }

    fn disturb(&mut self, check: &mut Process, line: &str) {
        let what = random(&mut self.seed) % if self.has_small_disk { 12 } else { 8 };
        let count = |add: fn(&mut Tally)| add(&mut self.tally.lock().expect("nobody failed"));
        match what {
            0..4 => self.kill_a_worker(),
            4 | 5 => self.kill_coordinator(check, line),
            6 => {
                count(|tally| tally.servers += 1);
                self.ground.server.kill().expect("it is ours");
                self.pause(1000);
                self.ground.server.restart().expect("it comes back");
            }
            7 => {
                count(|tally| tally.pauses += 1);
                let server = self.ground.server.process();
                signal(server, "-STOP");
                self.pause(4000);
                signal(server, "-CONT");
            }
            _ => {
                count(|tally| tally.full_disks += 1);
                fill(&self.filler());
                // Somebody new wants to join meanwhile, or the check to begin anew.
                self.pause(1000);
                match what {
                    8..11 => self.kill_a_worker(),
                    _ => self.kill_coordinator(check, line),
                }
                self.pause(6000);
                // A server of version 2.9 may have stopped to answer: there is room again, and it is restarted.
                self.ground.server.kill().expect("it is ours");
                self.ground.server.restart().expect("it comes back");
            }
        }
    }

    fn filler(&self) -> PathBuf {
        self.ground.disk().join("filler")
    }

    fn kill_a_worker(&mut self) {
        self.tally.lock().expect("nobody failed").workers += 1;
        let which = random(&mut self.seed) as usize % self.workers.len();
        self.workers[which].signal("-9");
        self.workers[which] = worker(&self.ground);
    }

    fn kill_coordinator(&self, check: &mut Process, line: &str) {
        self.tally.lock().expect("nobody failed").coordinators += 1;
        check.signal("-9");
        let _ = check.0.wait();
        *check = self.begin(&again(line));
    }

    fn judge(&self, which: usize, report: &Value) {
        let now = told(which, report);
        let mut tally = self.tally.lock().expect("nobody failed");
        tally.checks += 1;
        let (asked, alone) = (DISTURBED[which], &tally.alone[&which]);
        if now.is_open() {
            assert!(now.agrees_as_far_as_known(alone), "{asked}: {now:?}, alone {alone:?}");
            eprintln!("{asked}: not everything is known: {now:?}, {}", report["reasons"]);
            tally.unknown += 1;
        } else {
            assert_eq!(now, *alone, "{asked}");
        }
        *tally.asked.entry(which).or_default() += 1;
        if tally.checks.is_multiple_of(25) {
            eprintln!("{} checks, {} disturbances", tally.checks, tally.disturbances());
        }
    }

    /// For a random time of at most so many milliseconds.
    fn pause(&mut self, most: u64) {
        std::thread::sleep(Duration::from_millis(random(&mut self.seed) % most));
    }

    /// A worker whose check is over ends: others come in its place.
    fn replace(&mut self) {
        for gone in &mut self.workers {
            if !gone.runs() {
                *gone = worker(&self.ground);
            }
        }
    }
}

/// What counts of a report.
fn told(which: usize, report: &Value) -> Answer {
    // The check in it is cut by time.
    let cut = DISTURBED[which].starts_with("warn");
    if cut { answer(report).verdicts_only() } else { answer(report) }
}

/// What is begun again after the coordinator was killed: a check goes on, whatever else there is has nothing to go on with.
fn again(line: &str) -> String {
    if line.starts_with("check") { format!("{line} --resume") } else { line.to_owned() }
}

fn worker(ground: &Ground) -> Process {
    let mut command = ground.raddle("worker ADDRESS --once");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Process(command.spawn().expect("it starts"))
}

fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(sent.expect("there is kill").success());
}

/// Takes all that is left of a disk.
fn fill(path: &PathBuf) {
    let mut filler = File::create(path).expect("the small disk is there");
    for size in [1 << 16, 1 << 12] {
        while filler.write_all(&vec![0; size]).is_ok() {}
    }
}

/// Xorshift: good enough to choose, and the same everywhere.
fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}
