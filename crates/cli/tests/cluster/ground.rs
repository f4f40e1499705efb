//! Servers, workers and checks for tests.

use std::collections::BTreeSet;
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

/// A directory that only one test uses.
pub fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cluster").join(name);
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

    pub fn raddle(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        let words = words.replace("ADDRESS", &self.server.address());
        command.args(words.split_whitespace()).current_dir(&self.directory);
        command.env("RADDLE_NATS_CREDENTIALS", self.server.credentials_file()).stdin(Stdio::null());
        command
    }

    pub fn workers(&self, jobs: usize) -> Process {
        let mut command = self.raddle(&format!("worker ADDRESS --jobs {jobs}"));
        Process(command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts"))
    }
}

pub fn report(command: &mut Command) -> Value {
    let output = command.output().expect("raddle runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{command:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    })
}

#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub verdict: String,
    /// Kind and line. Either of two racing accesses may be the one that is shown, so races have no line.
    pub findings: BTreeSet<(String, u64)>,
}

pub fn answer(report: &Value) -> Answer {
    let findings = report["findings"].as_array().expect("a list of findings").iter();
    let ids: BTreeSet<&str> =
        findings.clone().map(|finding| finding["id"].as_str().expect("an id")).collect();
    assert_eq!(ids.len(), findings.len(), "a finding is there twice: {report}");
    let findings = findings.map(|finding| {
        let kind = finding["kind"].as_str().unwrap_or_default().to_owned();
        let line = finding["location"]["line"].as_u64().unwrap_or(0);
        if kind == "data-race" { (kind, 0) } else { (kind, line) }
    });
    let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
    Answer { verdict, findings: findings.collect() }
}
