//! What a task costs on its way to a worker and back, over a server on this machine: one at a time, and several on their way.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use raddle_nats::{Coordinator, Credentials, LocalServer, Member, SILENCE, Server, find_server};
use raddle_pool::{Event, Link, MemberId, Transport};

const LONG: Duration = Duration::from_secs(60);
/// About what a task of a search is long.
const TASK: usize = 2000;
const ROUNDS: usize = 3000;
const ON_THE_WAY: usize = 16;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().collect();
    if let [_, address, credentials] = &words[..] {
        let server = Server::new(address, Credentials::from_file(credentials.as_ref())?)?;
        let member = Member::join(&server, None, Some(LONG))?.expect("a check is open");
        while let Ok(Some(message)) = member.next(LONG) {
            member.send(&message)?;
        }
        return Ok(());
    }
    let directory = std::env::temp_dir().join(format!("raddle-overhead-{}", std::process::id()));
    let server =
        LocalServer::start(&find_server(std::env::var_os("PATH").as_deref())?, &directory)?;
    let coordinator = Coordinator::open(&server.server()?, "overhead", SILENCE, Box::new(|| {}))?;
    let mut worker = Command::new(std::env::current_exe()?);
    worker.arg(server.address()).arg(server.credentials_file()).stdin(Stdio::null());
    let mut worker = worker.spawn()?;
    let Some(Event::Joined(member)) = coordinator.next(LONG)? else { panic!("nobody came") };
    exchange(&coordinator, member, 1)?;
    let alone = exchange(&coordinator, member, 1)?;
    let together = exchange(&coordinator, member, ON_THE_WAY)?;
    let line = format!("{{\"alone_ms\": {alone:.4}, \"together_ms\": {together:.4}}}\n");
    std::io::Write::write_all(&mut std::io::stdout(), line.as_bytes())?;
    worker.kill()?;
    worker.wait()?;
    drop(coordinator);
    drop(server);
    std::fs::remove_dir_all(directory)
}

/// Milliseconds per task.
fn exchange(
    coordinator: &Coordinator,
    member: MemberId,
    on_the_way: usize,
) -> std::io::Result<f64> {
    let task = vec![7; TASK];
    let start = Instant::now();
    for _ in 0..on_the_way {
        coordinator.send(member, &task)?;
    }
    for round in 0..ROUNDS {
        assert_eq!(coordinator.next(LONG)?, Some(Event::Said(member, task.clone())));
        if round + on_the_way < ROUNDS {
            coordinator.send(member, &task)?;
        }
    }
    Ok(start.elapsed().as_secs_f64() * 1000.0 / ROUNDS as f64)
}
