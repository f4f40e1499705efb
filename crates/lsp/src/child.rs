//! Child processes that can be ended at any moment, together with whatever they started.
//!
//! Each is the leader of a group of its own, and ending it ends the group: a compiler that a check waits for goes with the check.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// Between two looks at a process that closed its output and has not ended.
const PAUSE: Duration = Duration::from_millis(5);

/// Ends the processes that are started with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leash(Arc<Mutex<Held>>);

#[derive(Debug, Default)]
struct Held {
    ended: bool,
    /// The group of the process that runs. It is forgotten before its number can be given to another.
    group: Option<Pid>,
}

/// What a process left behind.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Why there is no output.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The leash was pulled.
    Ended,
    /// It could not be run.
    Broken(String),
}

impl Leash {
    /// Ends what runs, and keeps everything else from being started.
    pub(crate) fn pull(&self) {
        let mut held = self.lock();
        held.ended = true;
        if let Some(group) = held.group {
            // It may have ended by itself.
            let _ = killpg(group, Signal::SIGKILL);
        }
    }

    pub(crate) fn is_pulled(&self) -> bool {
        self.lock().ended
    }

    /// Runs a program to its end.
    pub(crate) fn run(
        &self,
        program: &Path,
        words: &[String],
        directory: &Path,
    ) -> Result<Output, Failure> {
        let mut child = self.start(program, words, directory)?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let reader = std::thread::spawn(move || all_of(stderr));
        let stdout = all_of(stdout);
        let stderr = reader.join().unwrap_or_default();
        let status = self.wait(&mut child)?;
        if self.is_pulled() {
            return Err(Failure::Ended);
        }
        Ok(Output { status, stdout, stderr })
    }

    fn start(&self, program: &Path, words: &[String], directory: &Path) -> Result<Child, Failure> {
        let mut held = self.lock();
        if held.ended {
            return Err(Failure::Ended);
        }
        let mut command = Command::new(program);
        command.args(words).current_dir(directory).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| {
            Failure::Broken(format!(
                "cannot run {} in {}: {error}",
                program.display(),
                directory.display()
            ))
        })?;
        held.group = i32::try_from(child.id()).ok().map(Pid::from_raw);
        Ok(child)
    }

    fn wait(&self, child: &mut Child) -> Result<ExitStatus, Failure> {
        loop {
            let mut held = self.lock();
            match child.try_wait() {
                Ok(Some(status)) => {
                    held.group = None;
                    return Ok(status);
                }
                Ok(None) => {}
                Err(error) => {
                    return Err(Failure::Broken(format!("cannot wait for a check: {error}")));
                }
            }
            drop(held);
            std::thread::sleep(PAUSE);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn all_of(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // What was read until something went wrong is all there is.
        let _ = pipe.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, Instant};

    use super::{Failure, Leash};

    fn run(leash: &Leash, script: &str) -> Result<super::Output, Failure> {
        leash.run(Path::new("/bin/sh"), &["-c".to_owned(), script.to_owned()], Path::new("/"))
    }

    #[test]
    fn both_outputs_are_kept() {
        let output = run(&Leash::default(), "echo a; echo b >&2; exit 3").expect("it runs");
        assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("a\n", "b\n"));
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn pulling_ends_grandchildren() {
        let leash = Leash::default();
        let other = leash.clone();
        let started = Instant::now();
        let puller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            other.pull();
        });
        // The inner shell holds the pipe: as long as it lives, there is no end of the output.
        assert!(matches!(run(&leash, "sh -c 'sleep 60; true'; true"), Err(Failure::Ended)));
        puller.join().expect("it ends");
        assert!(started.elapsed() < Duration::from_secs(20));
        assert!(matches!(run(&leash, "true"), Err(Failure::Ended)));
    }

    #[test]
    fn what_cannot_be_run_is_named() {
        let failed = Leash::default().run(Path::new("/no/such/program"), &[], Path::new("/"));
        let Err(Failure::Broken(message)) = failed else { panic!("it cannot run") };
        assert!(message.contains("/no/such/program"), "{message}");
    }
}
