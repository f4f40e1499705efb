//! Somebody in the middle damages what a check and its worker say to each other.
//!
//! A real worker talks through pipes with this test, and this test is a member of a real check. Most messages are passed on as they are. Some are damaged *inside*: they are
//! still messages of the pool, but the task, the outcome, the names, the summary, the report or the program in them is not what it was. Neither side may panic, hang or grow.
//! (What comes of the check does not matter: whoever is let in can answer wrongly.) `RADDLE_HOSTILE` makes it longer (`cargo xtask kills --hostile`).

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use raddle_nats::Member;
use raddle_pool::{Assembler, Link, Next, Said, Told, frames};

use crate::ground::{Ground, Process, number};

/// One of so many messages is damaged.
const DAMAGED: u64 = 6;
/// Neither side needs more than this, damaged or not.
const MOST_KIB: u64 = 1 << 20;
const CHECKS: &[&str] = &[
    "check -DN=4 --share-eagerly --summaries off tests/corpus/threads/counts/incr_locked_large_ok.c",
    "check -DN=3 --share-eagerly tests/corpus/threads/paper/dining_large_ok.c",
    "check --share-eagerly tests/corpus/threads/classic/bluetooth_bad.c",
    "check --per-property --property assert benches/properties/test_loop.c",
    "from --piecewise tests/from/pieces/queue_ok.c",
    "from --library tests/from/library/counter.c",
    "hunt tests/hunt/reorder.c --target @inconsistent",
];

#[test]
fn damaged_messages_harm_nobody() {
    let rounds = number("RADDLE_HOSTILE", 7);
    let ground = Ground::new("hostile");
    let seed = Arc::new(AtomicU64::new(number("RADDLE_SEED", 0x5bd1_e995_9d1b_58d1)));
    let damaged = Arc::new(AtomicU64::new(0));
    for round in 0..rounds {
        let line = CHECKS[round as usize % CHECKS.len()];
        let flags = "--no-config --quiet --format json --time 6s --workers ADDRESS --name hostile";
        let mut check = ground.raddle(&format!("{line} {flags}"));
        check.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut check = Process(check.spawn().expect("raddle runs"));
        let start = Instant::now();
        let mut most = 0;
        while check.runs() {
            assert!(start.elapsed() < Duration::from_secs(60), "{line} does not end");
            let between = between(&ground, &seed, &damaged);
            most = most.max(between.max(peak(check.0.id())));
        }
        let mut said = String::new();
        let errors = check.0.stderr.as_mut().expect("it is a pipe");
        errors.read_to_string(&mut said).expect("it says something");
        let code = check.0.wait().expect("it is ours").code();
        assert!(matches!(code, Some(0..=3)), "{line} ends with {code:?}: {said}");
        assert!(most < MOST_KIB, "{line}: {most} KiB");
    }
    eprintln!("{rounds} checks, {} messages damaged", damaged.load(Ordering::Relaxed));
}

/// Lets a worker help the check until either of them has had enough. The most memory that the worker used, in KiB.
fn between(ground: &Ground, seed: &Arc<AtomicU64>, damaged: &Arc<AtomicU64>) -> u64 {
    let server = ground.server.server().expect("it is up");
    let patience = Some(Duration::from_millis(700));
    let Ok(Some(member)) = Member::join(&server, Some("hostile"), patience) else { return 0 };
    let member = Arc::new(member);
    let mut worker = Command::new(env!("CARGO_BIN_EXE_raddle"));
    worker.args(["worker", "--time", "20s"]);
    worker.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut worker = Process(worker.spawn().expect("raddle runs"));
    let mut stdin = worker.0.stdin.take().expect("it is a pipe");
    let mut stdout = worker.0.stdout.take().expect("it is a pipe");
    let over = Arc::new(Mutex::new(false));
    let chance = {
        let (seed, damaged) = (seed.clone(), damaged.clone());
        move || Chance { seed: seed.clone(), damaged: damaged.clone() }
    };
    let (to, ended, mut luck) = (member.clone(), over.clone(), chance());
    let up = std::thread::spawn(move || {
        let mut assembler = Assembler::default();
        while let Some(frame) = read_frame(&mut stdout) {
            let Ok(message) = assembler.add(&frame) else { break };
            let Some(said) = message.and_then(|message| Said::read(&message).ok()) else {
                continue;
            };
            let bytes = luck.said(said).bytes();
            if frames(&bytes).any(|frame| to.send(&frame).is_err()) {
                break;
            }
        }
        *ended.lock().expect("nobody failed") = true;
    });
    let (mut assembler, mut luck) = (Assembler::default(), chance());
    let start = Instant::now();
    let mut most = 0;
    while !*over.lock().expect("nobody failed") && start.elapsed() < Duration::from_secs(20) {
        most = most.max(peak(worker.0.id()));
        let Ok(frame) = member.next(Duration::from_millis(50)) else { break };
        let Some(frame) = frame else { continue };
        let Ok(message) = assembler.add(&frame) else { break };
        let Some(told) = message.and_then(|message| Told::read(&message).ok()) else { continue };
        let bytes = luck.told(told).bytes();
        if frames(&bytes).any(|frame| write_frame(&mut stdin, &frame).is_err()) {
            break;
        }
    }
    drop(stdin);
    member.leave();
    let start = Instant::now();
    while worker.runs() && start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!worker.runs(), "the worker does not end");
    up.join().expect("it reads");
    let mut said = String::new();
    let errors = worker.0.stderr.as_mut().expect("it is a pipe");
    errors.read_to_string(&mut said).expect("it says something");
    let code = worker.0.wait().expect("it is ours").code();
    assert!(matches!(code, Some(0..=3)), "the worker ends with {code:?}: {said}");
    most
}

/// Damages some messages.
struct Chance {
    seed: Arc<AtomicU64>,
    damaged: Arc<AtomicU64>,
}

impl Chance {
    fn random(&self) -> u64 {
        // Splitmix: good enough to choose.
        let mut z = self.seed.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn said(&mut self, said: Said) -> Said {
        match said {
            Said::Offer(number, task) => Said::Offer(number, self.text(task)),
            Said::Done { task, outcome, note } => Said::Done {
                task,
                outcome: outcome.map(|outcome| self.text(outcome)),
                note: self.text(note),
            },
            Said::Note(note) => Said::Note(self.text(note)),
            Said::Share(all) => Said::Share(all.into_iter().map(|one| self.text(one)).collect()),
            Said::Ask(question) => Said::Ask(self.text(question)),
            other => other,
        }
    }

    fn told(&mut self, told: Told) -> Told {
        match told {
            Told::Welcome(setup) => Told::Welcome(self.text(setup)),
            Told::Content(content) => Told::Content(content.map(|content| self.text(content))),
            Told::Next(Next::Help(number, task)) => Told::Next(Next::Help(number, self.text(task))),
            Told::Next(Next::Outcome(number, outcome)) => {
                Told::Next(Next::Outcome(number, self.text(outcome)))
            }
            Told::Shared(all) => Told::Shared(all.into_iter().map(|one| self.text(one)).collect()),
            Told::Answer(answer) => Told::Answer(self.text(answer)),
            other => other,
        }
    }

    /// One word of a text is another one, is missing, or is there twice; or the text ends too early.
    fn text(&mut self, text: Vec<u8>) -> Vec<u8> {
        if text.is_empty() || !self.random().is_multiple_of(DAMAGED) {
            return text;
        }
        self.damaged.fetch_add(1, Ordering::Relaxed);
        let is_end = |byte: &u8| !byte.is_ascii_alphanumeric();
        let from = self.random() as usize % text.len();
        let length = text[from..].iter().position(is_end).unwrap_or(1).max(1);
        let end = (from + length).min(text.len());
        const WORDS: &[&str] = &[
            "0",
            "1",
            "7",
            "4294967295",
            "18446744073709551615",
            "-1",
            "x",
            "",
            "null",
            "[]",
            "1e999",
        ];
        let word = WORDS[self.random() as usize % WORDS.len()].as_bytes();
        match self.random() % 6 {
            0 => text[..from].to_vec(),
            1 => [&text[..end], &text[from..]].concat(),
            2 => {
                let mut text = text;
                text[from] ^= 1 << (self.random() % 8);
                text
            }
            _ => [&text[..from], word, &text[end..]].concat(),
        }
    }
}

/// The most memory that a process has used, in KiB.
fn peak(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

fn read_frame(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length).ok()?;
    let mut frame = vec![0; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut frame).ok()?;
    Some(frame)
}

fn write_frame(to: &mut impl Write, frame: &[u8]) -> std::io::Result<()> {
    let length = u32::try_from(frame.len()).expect("frames are short");
    to.write_all(&[&length.to_le_bytes()[..], frame].concat())?;
    to.flush()
}
