//! NATS servers, where checks meet workers of other machines: `raddle status`, `raddle cancel`, `raddle up`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use raddle_nats::{Cancelled, CheckStatus, Credentials, LocalServer, Overview, Server, Watch};

use crate::outcome::Outcome;
use crate::output::{print, print_line_to_stderr};
use crate::status_page;
use crate::units::parse_jobs;

const CREDENTIALS_HELP: &str = "Credentials come from --credentials FILE, or from the environment: RADDLE_NATS_CREDENTIALS (a file), RADDLE_NATS_USER \
    and RADDLE_NATS_PASSWORD, RADDLE_NATS_TOKEN, RADDLE_NATS_NKEY (a seed); RADDLE_NATS_CA names certificates to trust.";
/// Coordinators repeat what they say more often than this.
const LISTEN: Duration = Duration::from_millis(1300);

#[derive(Args, Debug)]
pub(crate) struct ServerArguments {
    /// Where the server is: nats://HOST:PORT, or tls://HOST:PORT for encrypted connections only
    #[arg(value_name = "ADDRESS")]
    address: String,
    /// A file that says who we are: `user = …` and `password = …`, or `token = …`, or an nkey's seed, or a .creds file
    #[arg(long, value_name = "FILE")]
    credentials: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = CREDENTIALS_HELP)]
pub(crate) struct StatusArguments {
    #[command(flatten)]
    server: ServerArguments,
    /// Serve it as a page that renews itself, until Ctrl-C: 127.0.0.1:0 chooses a free port
    #[arg(long, value_name = "HOST:PORT")]
    http: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "http")]
    json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = CREDENTIALS_HELP)]
pub(crate) struct CancelArguments {
    #[command(flatten)]
    server: ServerArguments,
    /// The check, as `raddle status` lists it
    #[arg(value_name = "NAME")]
    name: String,
}

#[derive(Args, Debug)]
pub(crate) struct UpArguments {
    /// So many workers on this machine
    #[arg(long, value_name = "COUNT", default_value_t = 4, value_parser = parse_jobs)]
    local: usize,
    /// Where the server keeps its files; without it, in a temporary directory that is removed at the end
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// A server, with what file or environment say about who we are.
pub(crate) fn server(address: &str, credentials: Option<&Path>) -> anyhow::Result<Server> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let file = credentials
        .map(Path::to_owned)
        .or_else(|| variable("RADDLE_NATS_CREDENTIALS").map(PathBuf::from));
    let user = variable("RADDLE_NATS_USER");
    let credentials = if let Some(file) = file {
        Credentials::from_file(&file)?
    } else if let Some(user) = user {
        let password = variable("RADDLE_NATS_PASSWORD")
            .context("RADDLE_NATS_USER is set, and RADDLE_NATS_PASSWORD is not")?;
        Credentials::password(user, password)
    } else if let Some(token) = variable("RADDLE_NATS_TOKEN") {
        Credentials::token(token)
    } else if let Some(seed) = variable("RADDLE_NATS_NKEY") {
        Credentials::seed(&seed).context("cannot use RADDLE_NATS_NKEY")?
    } else {
        Credentials::none()
    };
    let authorities = variable("RADDLE_NATS_CA").map(PathBuf::from);
    Ok(Server::new(address, credentials.with_authorities(authorities))?)
}

impl ServerArguments {
    fn server(&self) -> anyhow::Result<Server> {
        server(&self.address, self.credentials.as_deref())
    }
}

pub(crate) fn status(arguments: &StatusArguments) -> anyhow::Result<Outcome> {
    let watch = Watch::start(&arguments.server.server()?)?;
    if let Some(place) = &arguments.http {
        return status_page::serve(place, &watch);
    }
    std::thread::sleep(LISTEN);
    let overview = watch.overview()?;
    let text = match arguments.json {
        true => serde_json::to_string_pretty(&overview)? + "\n",
        false => as_text(&overview),
    };
    print(&text)?;
    Ok(Outcome::DONE)
}

pub(crate) fn cancel(arguments: &CancelArguments) -> anyhow::Result<Outcome> {
    let name = &arguments.name;
    let text = match raddle_nats::cancel(&arguments.server.server()?, name)? {
        Cancelled::Told => format!("{name} ends: its report says what was found so far\n"),
        Cancelled::Removed => {
            format!("nobody ran {name} any more: what it left on the server is removed\n")
        }
        Cancelled::Unknown => anyhow::bail!(
            "no check named {name} is open there: `raddle status` lists those that are"
        ),
    };
    print(&text)?;
    Ok(Outcome::DONE)
}

/// The overview for a terminal.
fn as_text(overview: &Overview) -> String {
    let mut text = String::new();
    for check in &overview.checks {
        let _ = writeln!(text, "{}", check_line(check));
        for member in &check.members {
            let time = member
                .seconds
                .map(|seconds| format!(" for {}", duration(seconds)))
                .unwrap_or_default();
            let task = member.task.as_deref().unwrap_or("waits for a task");
            let _ = writeln!(text, "  {} process {}: {task}{time}", member.host, member.process);
        }
    }
    if overview.checks.is_empty() {
        text.push_str("no check is open\n");
    }
    for name in &overview.abandoned {
        let _ = writeln!(
            text,
            "{name}: its coordinator is gone; `raddle check --resume` goes on, `raddle cancel` removes it"
        );
    }
    let _ = writeln!(
        text,
        "{} without a check (nats-server {})",
        counted(overview.idle.len(), "worker"),
        overview.server
    );
    text
}

/// One check in one line.
pub(crate) fn check_line(check: &CheckStatus) -> String {
    let mut line = format!("{}: ", check.name);
    if let Some(program) = &check.program {
        let _ = write!(line, "{program}, ");
    }
    let _ = write!(
        line,
        "{} on {}, {}",
        duration(check.seconds),
        check.by.host,
        counted(check.members.len(), "worker")
    );
    if let (Some(done), Some(waiting)) = (check.done, check.waiting) {
        let _ = write!(line, ", {done} tasks done, {waiting} waiting");
    }
    if let Some(rate) = check.rate.filter(|rate| *rate > 0.0) {
        let _ = write!(line, ", {rate:.1} tasks/s");
    }
    if let Some(share) = check.share {
        let _ = write!(line, ", {:.0} % done", share * 100.0);
    }
    if let Some(left) = check.left {
        let _ = write!(line, ", about {} left", duration(left));
    }
    line
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Ended at the end.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself: Ctrl-C reaches all of a terminal's processes.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Removed at the end.
struct Scratch(Option<PathBuf>);

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(directory) = &self.0 {
            let _ = std::fs::remove_dir_all(directory);
        }
    }
}

pub(crate) fn up(arguments: &UpArguments) -> anyhow::Result<Outcome> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    let binary = raddle_nats::find_server(std::env::var_os("PATH").as_deref())?;
    let temporary = std::env::temp_dir().join(format!("raddle-up-{}", std::process::id()));
    let directory = arguments.dir.clone().unwrap_or_else(|| temporary.clone());
    // What is printed is used in other directories, too.
    let directory = std::path::absolute(directory).context("cannot find this directory")?;
    let _scratch = Scratch(arguments.dir.is_none().then_some(temporary));
    let server = LocalServer::start(&binary, &directory)?;
    let (address, credentials) = (server.address(), server.credentials_file());
    let start = || -> anyhow::Result<Ended> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["worker", &address, "--jobs", &arguments.local.to_string()])
            .env("RADDLE_NATS_CREDENTIALS", &credentials);
        Ok(Ended(
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .context("cannot start workers")?,
        ))
    };
    let mut workers = start()?;
    print(&format!(
        "a NATS server and {} are up, until Ctrl-C\n\n  export RADDLE_NATS_CREDENTIALS={}\n  raddle check --workers {address} PROGRAM.c\n  raddle status {address}\n",
        counted(arguments.local, "worker"),
        credentials.display(),
    ))?;
    while !stopped.load(Ordering::Relaxed) {
        if let Some(status) = workers.0.try_wait()? {
            print_line_to_stderr(&format!("the workers ended ({status}): they are started again"));
            std::thread::sleep(Duration::from_secs(1));
            workers = start()?;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(workers);
    drop(server);
    Ok(Outcome::DONE)
}
