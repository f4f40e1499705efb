//! Library functions that need not be thread-safe (POSIX, 2.9.1): each keeps memory that calls from all threads use, and nothing orders these uses. That a C
//! library guards some of them with a lock of its own is no reason to rely on it.
//!
//! Such memory is a byte of the library's, by number. A function that the program defines itself is what the program makes of it.

use raddle_ir::{Arg, FuncId, InitPart, Operand, Program};

/// Memory by the function that everybody knows it from, and the functions that change it and that only look at it.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const MEMORY: &[Row] = &[
    ("rand", &["rand", "srand"], &[]),
    ("lrand48", &["drand48", "lrand48", "mrand48", "srand48", "seed48", "lcong48"], &[]),
    ("strtok", &["strtok"], &[]),
    ("strerror", &["strerror"], &[]),
    ("strsignal", &["strsignal"], &[]),
    ("setlocale", &["setlocale", "localeconv"], &[]),
    ("getenv", &["setenv", "putenv", "unsetenv", "clearenv"], &["getenv", "secure_getenv"]),
    ("localtime", &["localtime", "gmtime", "ctime"], &[]),
    ("asctime", &["asctime"], &[]),
    ("hsearch", &["hcreate", "hdestroy", "hsearch"], &[]),
    ("getopt", &["getopt", "getopt_long"], &[]),
    ("basename", &["basename", "__xpg_basename"], &[]),
    ("dirname", &["dirname"], &[]),
    ("getpwnam", &["getpwnam", "getpwuid", "getpwent", "setpwent", "endpwent"], &[]),
    ("getgrnam", &["getgrnam", "getgrgid", "getgrent", "setgrent", "endgrent"], &[]),
    ("gethostbyname", &["gethostbyname", "gethostbyaddr", "gethostent"], &[]),
    ("getservbyname", &["getservbyname", "getservbyport", "getservent"], &[]),
    ("getprotobyname", &["getprotobyname", "getprotobynumber", "getprotoent"], &[]),
    ("inet_ntoa", &["inet_ntoa"], &[]),
    ("getlogin", &["getlogin"], &[]),
    ("ttyname", &["ttyname"], &[]),
    ("ptsname", &["ptsname"], &[]),
    ("crypt", &["crypt", "encrypt", "setkey"], &[]),
    ("l64a", &["l64a"], &[]),
    ("nl_langinfo", &["nl_langinfo"], &[]),
];

/// What a call does to such memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HiddenUse {
    /// A number in [`MEMORY`].
    pub(crate) memory: u64,
    pub(crate) write: bool,
}

/// What a call of a function of the library does, by its name.
pub(crate) fn of(name: &str) -> Option<HiddenUse> {
    (0..).zip(MEMORY).find_map(|(memory, (_, writers, readers))| {
        let write = writers.contains(&name);
        (write || readers.contains(&name)).then_some(HiddenUse { memory, write })
    })
}

/// What a call of a function does that the program does not define. The run-time library has a function to say so.
pub(crate) fn used_by(program: &Program, callee: FuncId, args: &[Arg]) -> Option<HiddenUse> {
    let function = &program.functions[callee];
    if function.body.is_some() {
        return None;
    }
    let write = match function.name.as_str() {
        "__raddle_not_thread_safe" => true,
        "__raddle_reads_hidden" => false,
        name => return of(name),
    };
    let name = text(program, args.first()?.value)?;
    let memory = (0..).zip(MEMORY).find_map(|(number, row)| (row.0 == name).then_some(number))?;
    Some(HiddenUse { memory, write })
}

/// A string of the program.
fn text(program: &Program, operand: Operand) -> Option<&str> {
    let Operand::Global(global, 0) = operand else { return None };
    match program.globals[global].init.as_ref()?.parts.first()? {
        (0, InitPart::Bytes(bytes)) => {
            std::str::from_utf8(bytes.split(|&byte| byte == 0).next()?).ok()
        }
        _ => None,
    }
}

/// The function that memory is known from.
pub(crate) fn name_of(memory: u64) -> &'static str {
    MEMORY.get(memory as usize).map_or("a function", |row| row.0)
}
