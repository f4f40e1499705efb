//! Functions of the C library that the machine knows by name alone. A path that calls one ends as *unknown*.

use crate::decide::Exec;
use crate::fault::CutKind;
use crate::machine::{Machine, c_name};
use crate::models::{Call, Model, Outcome, hidden, nothing, value};
use crate::state::State;

/// What `--havoc-externals` can do about a function that nobody defines and that has no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// It lets the call return any value.
    AnyResult,
    /// Nothing: what the function does to control or memory no result can stand for.
    Nothing,
}

/// A result can stand for these.
const ANY_RESULT: &[&str] = &[
    "system",
    "popen",
    "freopen",
    "tmpfile",
    "rename",
    "getcwd",
    "gmtime_r",
    "localtime_r",
    "mktime",
    "strftime",
    "strptime",
    "pthread_attr_getschedparam",
    "pthread_attr_setstack",
    "pthread_attr_getstack",
    "pthread_attr_setstackaddr",
    "pthread_attr_getstackaddr",
    "pthread_sigqueue",
    "pthread_getname_np",
    "pthread_setschedprio",
    "pthread_getaffinity_np",
    "pthread_getschedparam",
    "pthread_getattr_np",
    "pthread_getcpuclockid",
    "sem_open",
    "sem_close",
    "sem_unlink",
];

/// No result can stand for these.
const NO_RESULT: &[&str] = &[
    "pthread_cancel",
    "kill",
    "fork",
    "vfork",
    "execl",
    "execlp",
    "execle",
    "execv",
    "execvp",
    "execve",
    "getcontext",
    "setcontext",
    "makecontext",
    "swapcontext",
];

pub(super) fn lookup(name: &str) -> Option<Model> {
    if ANY_RESULT.contains(&name) {
        return Some(any_result);
    }
    NO_RESULT.contains(&name).then_some(no_result as Model)
}

/// How a function without a body could be stood in for; `None` if it has a model.
pub fn stand_in(name: &str) -> Option<StandIn> {
    if NO_RESULT.contains(&name) {
        return Some(StandIn::Nothing);
    }
    let modelled = super::is_known(name) && !ANY_RESULT.contains(&name) && !hidden::is_empty(name);
    (!modelled).then_some(StandIn::AnyResult)
}

/// With `--havoc-externals` it returns any value.
pub(super) fn any_result(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if !machine.config.havoc_externals {
        return no_result(machine, st, call);
    }
    let function = &machine.program.functions[call.func];
    let Some(&result) = function.returns.first() else { return nothing() };
    let (name, bits) = (function.name.clone(), result.bits(&machine.program.target));
    let any = machine.input_value(st, call.thread, &name, c_name(result), bits, call.loc, false);
    value(any)
}

fn no_result(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let name = &machine.program.functions[call.func].name;
    let message = format!("`{name}` is not modelled");
    Err(machine.cut(st, call.thread, CutKind::Unsupported, message))
}
