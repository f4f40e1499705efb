//! Both ends over a real server on this machine: order, once, kills, pauses, and messages that nobody should have sent.
//!
//! Whoever is killed is a process: this binary with the argument `worker` or `coordinator`.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use raddle_nats::{
    Cancelled, Coordinator, Credentials, LocalServer, Member, Overview, SILENCE, Server, Watch,
    cancel, find_server,
};
use raddle_pool::{Event, Link, MOST_BYTES, MemberId, Transport};

type Test = fn() -> Outcome;
type Outcome = Result<(), Box<dyn std::error::Error + Send + Sync>>;

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(50);

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let [_, role, address, credentials] = &words[..] {
        let server =
            Server::new(address, Credentials::from_file(Path::new(credentials)).unwrap()).unwrap();
        match role.as_str() {
            "worker" => return echo(&server),
            "coordinator" => return listen(&server),
            _ => {}
        }
    }
    const TESTS: &[(&str, Test)] = &[
        ("each_message_once_and_in_order", order),
        ("a_killed_worker_is_noticed", killed_worker),
        ("a_worker_that_goes_is_noticed_at_once", goes),
        ("a_killed_server_loses_nothing", killed_server),
        ("a_paused_server_costs_nobody", paused_server),
        ("a_server_without_its_store_begins_anew", lost_store),
        ("a_stopped_worker_learns_that_it_is_gone", stopped_worker),
        ("a_dismissed_worker_is_not_heard", dismissed),
        ("a_new_coordinator_takes_over", takes_over),
        ("a_name_is_used_once", taken_name),
        ("wrong_credentials", wrong_credentials),
        ("an_overview_and_an_end_for_each_check", overview),
        ("encrypted_connections", encrypted),
        ("keys_in_place_of_passwords", keys),
        ("a_server_without_jetstream_is_named", without_jetstream),
        ("hostile_messages", hostile),
    ];
    let trials = TESTS
        .iter()
        .map(|(name, test)| {
            Trial::test(*name, move || test().map_err(|error| error.to_string().into()))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A worker that says everything that it is told.
fn echo(server: &Server) {
    let member = Member::join(server, None, Some(LONG)).unwrap().expect("no check");
    while let Ok(message) = member.next(LONG) {
        let Some(message) = message else { continue };
        if message == b"go" || member.send(&message).is_err() {
            return;
        }
    }
}

/// A coordinator that only listens.
fn listen(server: &Server) {
    let coordinator = Coordinator::open(server, "again", SILENCE, Box::new(|| {})).unwrap();
    while coordinator.next(LONG).is_ok() {}
}

/// A server in a directory that is removed at the end.
struct Ground {
    server: LocalServer,
    directory: PathBuf,
}

impl Ground {
    fn new() -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let directory = std::env::temp_dir().join(format!(
            "raddle-nats-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        ));
        let server =
            LocalServer::start(&find_server(std::env::var_os("PATH").as_deref())?, &directory)?;
        Ok(Self { server, directory })
    }

    fn coordinator(&self, name: &str) -> std::io::Result<Coordinator> {
        Coordinator::open(&self.server.server()?, name, SILENCE, Box::new(|| {}))
    }

    /// One for tests in which nobody goes: on a busy machine a worker may be silent for long, longer than an attempt to connect takes.
    fn patient_coordinator(&self, name: &str) -> std::io::Result<Coordinator> {
        Coordinator::open(&self.server.server()?, name, 20 * SILENCE, Box::new(|| {}))
    }

    fn worker(&self) -> std::io::Result<Worker> {
        self.process("worker")
    }

    fn process(&self, role: &str) -> std::io::Result<Worker> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(role).arg(self.server.address()).arg(self.server.credentials_file());
        Ok(Worker(command.stdin(Stdio::null()).spawn()?))
    }

    fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(i32::try_from(self.server.process()).unwrap()), signal).unwrap();
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Ended at the end.
struct Worker(Child);

impl Worker {
    fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(i32::try_from(self.0.id()).unwrap()), signal).unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn event(coordinator: &Coordinator) -> Event {
    coordinator.next(LONG).unwrap().expect("nothing happened")
}

fn joined(coordinator: &Coordinator) -> MemberId {
    match event(coordinator) {
        Event::Joined(member) => member,
        other => panic!("not joined but {other:?}"),
    }
}

/// Sends numbers, and wants them back, each once and in order.
fn exchange(coordinator: &Coordinator, member: MemberId, numbers: std::ops::Range<u64>) {
    thread::scope(|scope| {
        scope.spawn(|| {
            numbers
                .clone()
                .for_each(|number| coordinator.send(member, &number.to_le_bytes()).unwrap())
        });
        for number in numbers.clone() {
            assert_eq!(
                event(coordinator),
                Event::Said(member, number.to_le_bytes().to_vec()),
                "at {number}"
            );
        }
    });
}

fn order() -> Outcome {
    let ground = Ground::new()?;
    let coordinator = ground.patient_coordinator("order")?;
    let _worker = ground.worker()?;
    let member = joined(&coordinator);
    exchange(&coordinator, member, 0..5000);
    // One at a time, which is what a task costs.
    let start = Instant::now();
    for number in 0..300_u64 {
        exchange(&coordinator, member, number..number + 1);
    }
    eprintln!("a task there and back: {:.3} ms", start.elapsed().as_secs_f64() * 1000.0 / 300.0);
    let large = vec![7; MOST_BYTES];
    coordinator.send(member, &large)?;
    assert_eq!(event(&coordinator), Event::Said(member, large.clone()));
    assert!(coordinator.send(member, &[large, vec![7]].concat()).is_err());
    // Several at once do not mix.
    let _others = [ground.worker()?, ground.worker()?];
    let members = [member, joined(&coordinator), joined(&coordinator)];
    for number in 0..1000_u64 {
        members.iter().for_each(|member| coordinator.send(*member, &number.to_le_bytes()).unwrap());
    }
    let mut expected = [0_u64; 3];
    for _ in 0..3000 {
        let Event::Said(member, text) = event(&coordinator) else {
            panic!("somebody came or went")
        };
        let which = members.iter().position(|known| *known == member).unwrap();
        assert_eq!(text, expected[which].to_le_bytes());
        expected[which] += 1;
    }
    assert_eq!(coordinator.next(SHORT)?, None);
    Ok(())
}

fn killed_worker() -> Outcome {
    let ground = Ground::new()?;
    let coordinator = ground.coordinator("killed")?;
    let worker = ground.worker()?;
    let member = joined(&coordinator);
    let _other = ground.worker()?;
    let other = joined(&coordinator);
    exchange(&coordinator, member, 0..10);
    let start = Instant::now();
    worker.signal(Signal::SIGKILL);
    let Event::Left(left, why) = event(&coordinator) else { panic!("not left") };
    assert_eq!(left, member);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    assert!(why.contains("no sign of life"), "{why}");
    // Nobody minds messages to it.
    coordinator.send(member, b"still there?")?;
    exchange(&coordinator, other, 0..10);
    // Somebody new is somebody else.
    let _third = ground.worker()?;
    assert!(![member, other].contains(&joined(&coordinator)));
    Ok(())
}

fn goes() -> Outcome {
    let ground = Ground::new()?;
    let coordinator = ground.coordinator("goes")?;
    let mut worker = ground.worker()?;
    let member = joined(&coordinator);
    let start = Instant::now();
    coordinator.send(member, b"go")?;
    assert!(matches!(event(&coordinator), Event::Left(left, _) if left == member));
    assert!(start.elapsed() < SILENCE, "{:?}", start.elapsed());
    assert!(worker.0.wait()?.success());
    // The end of the coordinator ends workers.
    let mut other = ground.worker()?;
    joined(&coordinator);
    coordinator.close();
    drop(coordinator);
    assert!(other.0.wait()?.success());
    Ok(())
}

fn killed_server() -> Outcome {
    let mut ground = Ground::new()?;
    let coordinator = ground.patient_coordinator("server")?;
    let _workers = [ground.worker()?, ground.worker()?];
    let members = [joined(&coordinator), joined(&coordinator)];
    let mut expected = [0_u64; 2];
    let mut sent = 0_u64;
    for _ in 0..3 {
        let until = sent + 200;
        thread::scope(|scope| {
            // Kills come while messages are on their way.
            let sending = scope.spawn(|| {
                for number in sent..until {
                    members.iter().for_each(|member| {
                        coordinator.send(*member, &number.to_le_bytes()).unwrap()
                    });
                    thread::sleep(Duration::from_millis(1));
                }
            });
            thread::sleep(Duration::from_millis(60));
            ground.server.kill().unwrap();
            thread::sleep(Duration::from_millis(500));
            ground.server.restart().unwrap();
            sending.join().unwrap();
        });
        sent = until;
        while expected.iter().any(|next| *next < sent) {
            let (member, text) = match event(&coordinator) {
                Event::Said(member, text) => (member, text),
                other => panic!("{other:?}"),
            };
            let which = members.iter().position(|known| *known == member).unwrap();
            assert_eq!(text, expected[which].to_le_bytes());
            expected[which] += 1;
        }
    }
    assert_eq!(coordinator.next(SHORT)?, None);
    Ok(())
}

fn paused_server() -> Outcome {
    let ground = Ground::new()?;
    let coordinator = ground.patient_coordinator("paused")?;
    let _workers = [ground.worker()?, ground.worker()?];
    let members = [joined(&coordinator), joined(&coordinator)];
    ground.signal(Signal::SIGSTOP);
    // Its threads stop one after the other.
    thread::sleep(Duration::from_millis(500));
    let sending = Instant::now();
    coordinator.send(members[0], b"while it is away")?;
    assert_eq!(coordinator.next(Duration::from_secs(6))?, None);
    assert!(sending.elapsed() < Duration::from_secs(8));
    ground.signal(Signal::SIGCONT);
    assert_eq!(event(&coordinator), Event::Said(members[0], b"while it is away".to_vec()));
    exchange(&coordinator, members[1], 0..100);
    assert_eq!(coordinator.next(Duration::from_secs(3))?, None);
    Ok(())
}

fn lost_store() -> Outcome {
    let mut ground = Ground::new()?;
    let coordinator = ground.coordinator("lost")?;
    let _worker = ground.worker()?;
    let member = joined(&coordinator);
    ground.server.kill()?;
    std::fs::remove_dir_all(ground.directory.join("store"))?;
    ground.server.restart()?;
    let Event::Left(left, why) = event(&coordinator) else { panic!("not left") };
    assert_eq!(left, member);
    assert!(why.contains("lost its store"), "{why}");
    let _other = ground.worker()?;
    let other = joined(&coordinator);
    exchange(&coordinator, other, 0..10);
    Ok(())
}

fn stopped_worker() -> Outcome {
    let ground = Ground::new()?;
    let coordinator = ground.coordinator("stopped")?;
    let mut worker = ground.worker()?;
    let member = joined(&coordinator);
    worker.signal(Signal::SIGSTOP);
    assert!(matches!(event(&coordinator), Event::Left(left, _) if left == member));
    worker.signal(Signal::SIGCONT);
    assert!(worker.0.wait()?.success());
    assert_eq!(coordinator.next(SHORT)?, None);
    Ok(())
}

fn dismissed() -> Outcome {
    let ground = Ground::new()?;
    let coordinator = ground.coordinator("dismissed")?;
    let mut worker = ground.worker()?;
    let member = joined(&coordinator);
    coordinator.send(member, b"x")?;
    coordinator.dismiss(member)?;
    assert_eq!(coordinator.next(Duration::from_millis(500))?, None);
    assert!(worker.0.wait()?.success());
    assert_eq!(coordinator.next(SHORT)?, None);
    Ok(())
}

/// A coordinator that was killed leaves a stream behind.
fn takes_over() -> Outcome {
    let ground = Ground::new()?;
    let first = ground.process("coordinator")?;
    let mut worker = ground.worker()?;
    thread::sleep(Duration::from_secs(1));
    assert!(ground.coordinator("again").is_err());
    first.signal(Signal::SIGKILL);
    drop(first);
    let second = ground.coordinator("again")?;
    // The worker of the first one notices, and a new one finds the second.
    assert!(worker.0.wait()?.success());
    let _other = ground.worker()?;
    let member = joined(&second);
    exchange(&second, member, 0..10);
    Ok(())
}

fn taken_name() -> Outcome {
    let ground = Ground::new()?;
    let first = ground.coordinator("taken")?;
    let error = ground.coordinator("taken").unwrap_err();
    assert!(error.to_string().contains("open already"), "{error}");
    assert!(ground.coordinator("a.b").unwrap_err().to_string().contains("letters"));
    drop(first);
    ground.coordinator("taken")?;
    Ok(())
}

fn wrong_credentials() -> Outcome {
    let ground = Ground::new()?;
    let address = ground.server.address();
    let open = |address: &str, credentials: Credentials| {
        Coordinator::open(
            &Server::new(address, credentials).unwrap(),
            "x",
            SILENCE,
            Box::new(|| {}),
        )
        .unwrap_err()
        .to_string()
    };
    let error = open(&address, Credentials::password("raddle".into(), "hunter2".into()));
    assert!(
        error.contains("does not let us in")
            && error.contains("--credentials")
            && !error.contains("hunter2"),
        "{error}"
    );
    let error = open(&address, Credentials::none());
    assert!(error.contains("does not let us in"), "{error}");
    let error = open("nats://127.0.0.1:1", Credentials::none());
    assert!(error.contains("no NATS server answers"), "{error}");
    let error = open(
        &address.replace("nats://", "tls://"),
        Credentials::password("raddle".into(), "hunter2".into()),
    );
    assert!(error.contains("offers no encryption"), "{error}");
    // Something that is no NATS server.
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let other = format!("nats://{}", listener.local_addr()?);
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
    });
    let error = open(&other, Credentials::none());
    assert!(error.contains("no NATS server"), "{error}");
    Ok(())
}

fn overview() -> Outcome {
    let ground = Ground::new()?;
    let server = ground.server.server()?;
    let wished = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&wished);
    let on_cancel = Box::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
    });
    let coordinator = Coordinator::open(&server, "nightly", SILENCE, on_cancel)?;
    let _worker = ground.worker()?;
    let member = joined(&coordinator).0;
    coordinator.show(format!("{{\"program\":\"<b>p.c\",\"done\":7,\"waiting\":3,\"share\":0.5,\"members\":[{{\"id\":{member},\"task\":\"x\u{1b}[2J\"}}]}}").replace('\u{1b}', "\\u001b").as_bytes());
    let watch = Watch::start(&server)?;
    let heard = |wanted: &dyn Fn(&Overview) -> bool| {
        let start = Instant::now();
        loop {
            let overview = watch.overview().unwrap();
            if wanted(&overview) {
                return overview;
            }
            assert!(start.elapsed() < LONG, "{overview:?}");
            thread::sleep(SHORT);
        }
    };
    let seen = heard(&|overview| overview.checks.iter().any(|check| check.done == Some(7)));
    let check = &seen.checks[0];
    assert_eq!((check.name.as_str(), check.program.as_deref()), ("nightly", Some("bp.c")));
    assert_eq!(check.members[0].task.as_deref(), Some("x[2J"));
    assert!(check.left.is_some_and(|left| (left - check.seconds).abs() < 0.01));
    assert!(seen.abandoned.is_empty() && seen.idle.is_empty());
    assert_eq!(cancel(&server, "nightly")?, Cancelled::Told);
    assert_eq!(wished.load(Ordering::Relaxed), 1);
    assert_eq!(cancel(&server, "daily")?, Cancelled::Unknown);
    assert!(cancel(&server, "a.>").is_err());
    // A coordinator that is killed leaves something, and its workers wait then.
    drop(coordinator);
    let killed = ground.process("coordinator")?;
    heard(&|overview| overview.checks.iter().any(|check| check.name == "again"));
    killed.signal(Signal::SIGKILL);
    drop(killed);
    let _idle = ground.worker()?;
    heard(&|overview| {
        overview.abandoned == ["again"] && overview.checks.is_empty() && overview.idle.len() == 1
    });
    assert_eq!(cancel(&server, "again")?, Cancelled::Removed);
    heard(&|overview| overview.abandoned.is_empty());
    Ok(())
}

/// A server with a configuration of its own.
struct Special {
    process: Child,
    directory: PathBuf,
    place: String,
}

impl Special {
    fn start(name: &str, config: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let directory =
            std::env::temp_dir().join(format!("raddle-nats-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory)?;
        let shown = directory.display();
        let file = directory.join("conf");
        std::fs::write(
            &file,
            format!(
                "listen: \"127.0.0.1:-1\"\nports_file_dir: \"{shown}\"\n{}",
                config.replace("STORE", &format!("{shown}/store"))
            ),
        )?;
        let binary = find_server(std::env::var_os("PATH").as_deref())?;
        let process = Command::new(binary)
            .arg("-c")
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let ports = directory.join(format!("nats-server_{}.ports", process.id()));
        let mut special = Self { process, directory, place: String::new() };
        let start = Instant::now();
        while special.place.is_empty() {
            assert!(start.elapsed() < LONG);
            thread::sleep(SHORT);
            let text = std::fs::read_to_string(&ports).unwrap_or_default();
            special.place = text
                .split("://")
                .nth(1)
                .and_then(|rest| rest.split('"').next())
                .unwrap_or_default()
                .to_owned();
        }
        Ok(special)
    }

    /// Whether both ends meet there.
    fn meet(&self, scheme: &str, credentials: &Credentials) -> std::io::Result<()> {
        let server = Server::new(&format!("{scheme}://{}", self.place), credentials.clone())?;
        let coordinator = Coordinator::open(&server, "special", SILENCE, Box::new(|| {}))?;
        let member = Member::join(&server, Some("special"), Some(LONG))?.expect("no check");
        let id = joined(&coordinator);
        let large: Vec<u8> = (0..MOST_BYTES).map(|i| u8::try_from(i % 251).unwrap()).collect();
        coordinator.send(id, &large)?;
        assert!(member.next(LONG)? == Some(large.clone()));
        member.send(&large)?;
        assert!(event(&coordinator) == Event::Said(id, large));
        Ok(())
    }
}

impl Drop for Special {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn encrypted() -> Outcome {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls");
    let config = format!(
        "jetstream {{ store_dir: \"STORE\" }}\nauthorization {{ token: abc }}\ntls {{ cert_file: \"{0}/server.pem\", key_file: \"{0}/server.key\" }}\n",
        files.display()
    );
    let special = Special::start("tls", &config)?;
    let credentials = Credentials::token("abc".to_owned());
    let trusting = credentials.clone().with_authorities(Some(files.join("authority.pem")));
    special.meet("tls", &trusting)?;
    // A server that insists gets it without being asked.
    special.meet("nats", &trusting)?;
    let error = special.meet("tls", &credentials).unwrap_err().to_string();
    assert!(error.contains("no encrypted connection"), "{error}");
    Ok(())
}

fn keys() -> Outcome {
    // A pair that everybody knows: the example in the documentation of NATS.
    const SEED: &str = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
    const PUBLIC: &str = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
    let config = format!(
        "jetstream {{ store_dir: \"STORE\" }}\nauthorization {{ users: [ {{ nkey: {PUBLIC} }} ] }}\n"
    );
    let special = Special::start("nkey", &config)?;
    special.meet("nats", &Credentials::seed(SEED)?)?;
    let error = special.meet("nats", &Credentials::none()).unwrap_err().to_string();
    assert!(error.contains("does not let us in"), "{error}");
    Ok(())
}

fn without_jetstream() -> Outcome {
    let special = Special::start("plain", "")?;
    let error = special.meet("nats", &Credentials::none()).unwrap_err().to_string();
    assert!(error.contains("JetStream is off"), "{error}");
    Ok(())
}

/// Somebody with our password publishes whatever comes to mind, to every subject that is listened to.
fn hostile() -> Outcome {
    let ground = Ground::new()?;
    let coordinator = ground.coordinator("hostile")?;
    let worker = ground.worker()?;
    let member = joined(&coordinator);
    let mut stream = TcpStream::connect(ground.server.address().trim_start_matches("nats://"))?;
    let mut lines = BufReader::new(stream.try_clone()?);
    let secret = std::fs::read_to_string(ground.server.credentials_file())?;
    let password = secret.lines().last().unwrap().split(" = ").last().unwrap();
    stream.write_all(format!("CONNECT {{\"verbose\":false,\"user\":\"raddle\",\"pass\":\"{password}\"}}\r\nSUB raddle.> 1\r\nSUB _INBOX.> 2\r\nPING\r\n").as_bytes())?;
    // Subjects are learnt from what is said.
    let mut subjects: Vec<String> = vec![
        "raddle.who".into(),
        "raddle.idle".into(),
        "raddle.cancel.hostile".into(),
        "raddle.open.hostile".into(),
        "raddle.open.x.y".into(),
    ];
    coordinator.send(member, b"x")?;
    assert_eq!(event(&coordinator), Event::Said(member, b"x".to_vec()));
    let listening = Instant::now();
    while listening.elapsed() < Duration::from_secs(1) {
        let mut line = Vec::new();
        lines.read_until(b'\n', &mut line)?;
        if let Some(subject) = String::from_utf8_lossy(&line)
            .strip_prefix("MSG ")
            .and_then(|rest| rest.split(' ').next())
        {
            subjects.push(subject.to_owned());
        }
    }
    subjects.sort();
    subjects.dedup();
    // The worker's own end is spared: whoever speaks in its name ends it.
    let own: Vec<String> = subjects
        .iter()
        .filter(|subject| subject.contains(".to.") || subject.contains(".gone."))
        .cloned()
        .collect();
    subjects.retain(|subject| !own.contains(subject));
    let epoch = subjects
        .iter()
        .find(|subject| subject.ends_with(".life"))
        .expect("nobody lives")
        .trim_end_matches(".life")
        .to_owned();
    for stranger in [
        "from.x",
        "from.ffffffffffffffffffffffffffffffff",
        "from.0000000000000000000000000000000g",
        "gone.x",
        "to.x",
    ] {
        subjects.push(format!("{epoch}.{stranger}"));
    }
    assert!(subjects.len() > 8, "{subjects:?}");
    // Nobody reads what the server sends to us, so that it must not send any more.
    stream.write_all(b"UNSUB 1\r\nUNSUB 2\r\n")?;
    let before = memory();
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap()
    };
    for round in 0..6000 {
        let subject = &subjects[random() % subjects.len()];
        let length = if round % 100 == 0 { 600_000 } else { random() % 200 };
        let mut payload: Vec<u8> =
            (0..length).map(|_| u8::try_from(random() & 0xff).unwrap()).collect();
        // Half of them look as if they were ours.
        if random() % 2 == 0 && payload.len() > 10 {
            payload[..2].copy_from_slice(&[1, u8::try_from(random() % 3).unwrap()]);
            payload[2..10]
                .copy_from_slice(&u64::try_from(1 + random() % 80).unwrap().to_le_bytes());
        }
        if subject.contains("raddle.open") && random() % 2 == 0 {
            payload = b"{\"version\":1,\"epoch\":\"zz\",\"members\":0,\"closed\":false,\"by\":{}}"
                .to_vec();
        }
        let reply = if random() % 3 == 0 { "raddle.elsewhere " } else { "" };
        stream.write_all(format!("PUB {subject} {reply}{}\r\n", payload.len()).as_bytes())?;
        stream.write_all(&payload)?;
        stream.write_all(b"\r\n")?;
    }
    stream.write_all(b"PING\r\n")?;
    // Whatever the worker seems to have said, it is still there or is gone with a reason, and a new one is served.
    let mut alive = true;
    while let Some(event) = coordinator.next(Duration::from_secs(3))? {
        match event {
            Event::Said(..) => {}
            Event::Left(left, _) => alive &= left != member,
            Event::Joined(_) => panic!("a stranger joined without a greeting"),
        }
    }
    let grown = memory().saturating_sub(before);
    assert!(grown < 150_000, "{grown} kB more");
    drop(worker);
    while alive {
        alive = !matches!(event(&coordinator), Event::Left(left, _) if left == member);
    }
    let _new = ground.worker()?;
    let new = joined(&coordinator);
    exchange(&coordinator, new, 0..100);
    Ok(())
}

/// Of this process, in kB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_ascii_whitespace().nth(1).unwrap().parse().unwrap()
}
