//! `raddle status --http`: a page that renews itself, and the same as JSON. Nothing can be changed by it.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use raddle_nats::{Overview, Watch};

use crate::cluster::check_line;
use crate::outcome::Outcome;
use crate::output::print;

/// No question is longer, and nobody takes longer to ask.
const LONGEST_QUESTION: u64 = 8 * 1024;
const PATIENCE: Duration = Duration::from_secs(2);
const STYLE: &str = "body{font:16px sans-serif;margin:2em auto;max-width:60em;padding:0 1em}table{border-collapse:collapse;width:100%}\
    td{border-top:1px solid #ccc;padding:.3em .6em .3em 0;text-align:left}progress{width:100%}";

/// Until Ctrl-C.
pub(crate) fn serve(place: &str, watch: &Watch) -> anyhow::Result<Outcome> {
    let listener = TcpListener::bind(place).with_context(|| format!("cannot listen on {place}"))?;
    listener.set_nonblocking(true)?;
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    print(&format!("http://{}/ shows the checks, until Ctrl-C\n", listener.local_addr()?))?;
    while !stopped.load(Ordering::Relaxed) {
        match listener.accept() {
            // Whoever hangs up gets no answer.
            Ok((stream, _)) => drop(answer(&stream, watch)),
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
    Ok(Outcome::DONE)
}

fn answer(mut stream: &TcpStream, watch: &Watch) -> anyhow::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut line = String::new();
    let mut question = BufReader::new(stream.take(LONGEST_QUESTION));
    question.read_line(&mut line)?;
    // The rest of the question says nothing, but who is not heard out takes the connection for broken.
    let mut header = String::from("x");
    while !header.trim().is_empty() {
        header.clear();
        question.read_line(&mut header)?;
    }
    let (status, kind, body) = match line.split(' ').collect::<Vec<_>>()[..] {
        ["GET", "/", _] => ("200 OK", "text/html", page(&watch.overview()?)),
        ["GET", "/status.json", _] => {
            ("200 OK", "application/json", serde_json::to_string(&watch.overview()?)?)
        }
        _ => ("404 Not Found", "text/plain", "there are / and /status.json\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nContent-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\n\
         X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    Ok(stream.write_all(body.as_bytes())?)
}

fn page(overview: &Overview) -> String {
    let mut page = format!(
        "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=2><title>Raddle</title><style>{STYLE}</style><h1>Checks</h1>"
    );
    if overview.checks.is_empty() {
        page.push_str("<p>No check is open.</p>");
    }
    for check in &overview.checks {
        let _ =
            write!(page, "<h2>{}</h2><p>{}</p>", escaped(&check.name), escaped(&check_line(check)));
        if let Some(share) = check.share {
            let _ = write!(page, "<progress value={share:.3}></progress>");
        }
        page.push_str("<table>");
        for member in &check.members {
            let task = member.task.as_deref().unwrap_or("waits for a task");
            let seconds =
                member.seconds.map(|seconds| format!("{seconds:.0} s")).unwrap_or_default();
            let _ = write!(
                page,
                "<tr><td>{}<td>{}<td>{}<td>{seconds}",
                escaped(&member.host),
                member.process,
                escaped(task)
            );
        }
        page.push_str("</table>");
    }
    for name in &overview.abandoned {
        let _ = write!(page, "<p>{}: its coordinator is gone.</p>", escaped(name));
    }
    let _ = write!(page, "<p>{} workers without a check.</p>", overview.idle.len());
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
