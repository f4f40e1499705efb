//! The barrier between a defect of Raddle and its user: large stack, one message, exit code 101.

use std::panic::PanicHookInfo;
use std::thread::Builder;

use crate::outcome::Outcome;
use crate::output::print_line_to_stderr;

/// Stack sizes to try, in MiB. Reserved, not used: terms are walked recursively in a few places, and deep ones exist.
const STACK_SIZES: [usize; 3] = [1024, 128, 16];

/// Runs the work; a panic in it becomes a message and [`Outcome::InternalError`].
pub(crate) fn contain(work: impl FnOnce() -> Outcome + Send + 'static) -> Outcome {
    std::panic::set_hook(Box::new(report));
    let mut work = Some(work);
    for size in STACK_SIZES {
        // The closure is handed over only if the thread can be created, so it can be offered again.
        let (sender, receiver) = std::sync::mpsc::channel();
        let builder = Builder::new().name("raddle".to_owned()).stack_size(size << 20);
        let spawned = builder.spawn(move || receiver.recv().ok().map(|work: Work| work()));
        let Ok(handle) = spawned else { continue };
        let Some(work) = work.take() else { break };
        if sender.send(Box::new(work)).is_err() {
            break;
        }
        return handle.join().ok().flatten().unwrap_or(Outcome::InternalError);
    }
    print_line_to_stderr("error: cannot create a thread: the system is out of memory or threads");
    Outcome::InputError
}

type Work = Box<dyn FnOnce() -> Outcome + Send>;

fn report(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let message = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown cause".to_owned());
    let place = panic.location().map(|place| format!(" ({place})")).unwrap_or_default();
    print_line_to_stderr(&format!("\ninternal error: {message}{place}"));
    let backtrace = std::backtrace::Backtrace::capture();
    if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
        print_line_to_stderr(&backtrace.to_string());
    }
    print_line_to_stderr(concat!(
        "This is a defect of Raddle ",
        env!("CARGO_PKG_VERSION"),
        ", not of the program under check.\n",
        "Please report it with the program and the command line; RUST_BACKTRACE=1 adds a backtrace."
    ));
}
