//! A server of our own: a child process that listens on this machine only, with a password that nobody knows, in a directory that only we can read.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::client::{Client, random_name};
use crate::{Credentials, Server};

/// What to say to people without one.
pub const HOW_TO_INSTALL: &str = "nats-server is not installed: `./setup.sh --tools` or `apt-get install nats-server` installs it (version 2.9 or later)";
const START: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub struct LocalServer {
    binary: PathBuf,
    directory: PathBuf,
    password: String,
    port: u16,
    process: Child,
}

/// Debian keeps it where only root's shells look.
pub fn find_server(path: Option<&std::ffi::OsStr>) -> io::Result<PathBuf> {
    let places = path
        .map(std::env::split_paths)
        .into_iter()
        .flatten()
        .chain(["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"].map(PathBuf::from));
    let found = places.map(|place| place.join("nats-server")).find(|binary| binary.is_file());
    found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, HOW_TO_INSTALL))
}

impl LocalServer {
    /// Starts one whose files are in this directory, which is made.
    pub fn start(binary: &Path, directory: &Path) -> io::Result<Self> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)?;
        let password = random_name()?;
        let mut server = Self {
            binary: binary.to_owned(),
            directory: directory.to_owned(),
            process: sleeping()?,
            password,
            port: 0,
        };
        private_file(
            &server.credentials_file(),
            &format!("user = raddle\npassword = {}\n", server.password),
        )?;
        server.restart()?;
        Ok(server)
    }

    /// With the same address, and all that it had stored.
    pub fn restart(&mut self) -> io::Result<()> {
        let config = self.directory.join("server.conf");
        let port = if self.port == 0 { "-1".to_owned() } else { self.port.to_string() };
        let directory = self.directory.display().to_string();
        private_file(
            &config,
            &format!(
                "listen: \"127.0.0.1:{port}\"\nports_file_dir: \"{directory}\"\nlog_file: \"{directory}/server.log\"\nmax_payload: 1MB\n\
                 jetstream {{ store_dir: \"{directory}/store\" }}\nauthorization {{ user: raddle, password: \"{}\" }}\n",
                self.password
            ),
        )?;
        let mut command = Command::new(&self.binary);
        command
            .arg("--config")
            .arg(&config)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        self.process = command.spawn().map_err(|error| {
            io::Error::new(error.kind(), format!("cannot start {}: {error}", self.binary.display()))
        })?;
        let deadline = Instant::now() + START;
        while Instant::now() < deadline {
            if let Some(status) = self.process.try_wait()? {
                return Err(io::Error::other(format!(
                    "nats-server ended at once ({status}): see {directory}/server.log"
                )));
            }
            if let Some(port) = self.listening() {
                self.port = port;
                if self.server().is_ok_and(|server| Client::connect(&server).is_ok()) {
                    return Ok(());
                }
            }
            thread::sleep(POLL);
        }
        let _ = self.kill();
        Err(io::Error::new(
            io::ErrorKind::TimedOut,
            format!("nats-server does not come up: see {directory}/server.log"),
        ))
    }

    /// The server writes where it listens.
    fn listening(&self) -> Option<u16> {
        #[derive(Deserialize)]
        struct Ports {
            nats: Vec<String>,
        }
        let file = self.directory.join(format!("nats-server_{}.ports", self.process.id()));
        let ports: Ports = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        ports.nats.first()?.rsplit(':').next()?.parse().ok()
    }

    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// For `--credentials`.
    pub fn credentials_file(&self) -> PathBuf {
        self.directory.join("credentials")
    }

    pub fn server(&self) -> io::Result<Server> {
        Server::new(
            &self.address(),
            Credentials::password("raddle".to_owned(), self.password.clone()),
        )
    }

    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// At once, without a word.
    pub fn kill(&mut self) -> io::Result<()> {
        // It may have ended already.
        let _ = self.process.kill();
        self.process.wait().map(|_| ())
    }
}

impl Drop for LocalServer {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

/// In place of a server that is not started yet.
fn sleeping() -> io::Result<Child> {
    Command::new("true").stdin(Stdio::null()).stdout(Stdio::null()).spawn()
}

fn private_file(path: &Path, text: &str) -> io::Result<()> {
    // A file that is there keeps its mode.
    let _ = fs::remove_file(path);
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?
        .write_all(text.as_bytes())
}
