//! `<stdio.h>`: streams and formats.

use crate::facts::By::{C, Either, Machine};
use crate::facts::Effect::{ReadsFrom, ReturnsLibrary, StoresFresh, Writes};
use crate::facts::Memory::{AsWritten, Does};
use crate::facts::{Deed, Granted, Refused, ThreadName, Threads, Waits, Watches};
use crate::{Row, plain, threaded};

pub(super) const ROWS: &[Row] = &[
    threaded(
        &["printf"],
        Machine("output"),
        Does(&[ReadsFrom(0)]),
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Formats are checked against their arguments; that output succeeds is an assumption.",
    )
    .takes_values()
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &[
            "__printf_chk",
            "vprintf",
            "__vprintf_chk",
            "__fprintf_chk",
            "__vfprintf_chk",
            "dprintf",
            "vdprintf",
        ],
        Machine("output"),
        Does(&[ReadsFrom(0)]),
        "Formats are checked against their arguments; that output succeeds is an assumption.",
    )
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["fprintf"],
        Either("output", "files.c"),
        Does(&[ReadsFrom(0)]),
        "Formats are checked against their arguments; that output succeeds is an assumption.",
    )
    .takes_values()
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["vfprintf"],
        Either("output", "files.c"),
        Does(&[ReadsFrom(0)]),
        "Formats are checked against their arguments; that output succeeds is an assumption.",
    )
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    threaded(
        &["puts"],
        Machine("output"),
        Does(&[ReadsFrom(0)]),
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "That output succeeds is an assumption.",
    )
    .takes_values()
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["fputs"],
        Either("output", "files.c"),
        Does(&[ReadsFrom(0)]),
        "That output succeeds is an assumption.",
    )
    .takes_values()
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["fputs_unlocked", "fwrite_unlocked", "perror"],
        Machine("output"),
        Does(&[ReadsFrom(0)]),
        "That output succeeds is an assumption.",
    )
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    threaded(
        &["putchar"],
        Machine("output"),
        Does(&[]),
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "That output succeeds is an assumption.",
    )
    .takes_values()
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["putchar_unlocked", "fputc_unlocked"],
        Machine("output"),
        Does(&[]),
        "That output succeeds is an assumption.",
    )
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["fputc", "putc"],
        Either("output", "files.c"),
        Does(&[]),
        "That output succeeds is an assumption.",
    )
    .takes_values()
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["_IO_putc", "putc_unlocked"],
        Either("output", "files.c"),
        Does(&[]),
        "That output succeeds is an assumption.",
    )
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["fwrite"],
        Either("output", "files.c"),
        Does(&[ReadsFrom(0)]),
        "That output succeeds is an assumption.",
    )
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["write"],
        Either("output", "descriptors.c"),
        Does(&[ReadsFrom(0)]),
        "That output succeeds is an assumption.",
    )
    .granted(&[Granted::OutputSucceeds])
    .cancels(),
    plain(
        &[
            "sprintf",
            "__sprintf_chk",
            "vsprintf",
            "__vsprintf_chk",
            "snprintf",
            "__snprintf_chk",
            "vsnprintf",
            "__vsnprintf_chk",
        ],
        Machine("output"),
        Does(&[ReadsFrom(0), Writes(0)]),
        "Text into memory; what does not fit is a finding.",
    ),
    plain(
        &["asprintf", "__asprintf_chk", "vasprintf", "__vasprintf_chk"],
        Machine("output"),
        Does(&[ReadsFrom(1), StoresFresh { to: 0 }]),
        "Text into new memory.",
    )
    .refused(Refused::Memory),
    plain(
        &["getchar", "getchar_unlocked"],
        Machine("stream"),
        Does(&[]),
        "Standard input is any sequence of bytes, up to `--input` of them.",
    )
    .may_cancel(),
    plain(
        &["fgetc", "getc", "_IO_getc", "getc_unlocked", "fgetc_unlocked"],
        Either("stream", "files.c"),
        Does(&[]),
        "Standard input is any sequence of bytes, up to `--input` of them.",
    )
    .may_cancel(),
    plain(
        &["fgets", "gets", "fread"],
        C("input.c"),
        AsWritten,
        "Lines and blocks, on top of single characters.",
    )
    .may_cancel(),
    plain(
        &["getdelim", "getline"],
        C("input.c"),
        AsWritten,
        "Lines and blocks, on top of single characters.",
    )
    .wrapped()
    .may_cancel(),
    plain(
        &["vscanf", "vfscanf", "vsscanf", "scanf", "fscanf", "sscanf"],
        C("input.c"),
        AsWritten,
        "A number from standard input is any number rather than any row of digits.",
    )
    .may_cancel(),
    plain(
        &["ungetc", "feof", "ferror", "clearerr", "fileno"],
        Either("stream", "files.c"),
        Does(&[]),
        "States of streams.",
    )
    .may_cancel(),
    plain(
        &["fflush", "fclose", "setbuf", "setvbuf"],
        Either("stream", "files.c"),
        Does(&[]),
        "Ends and buffers of streams; nothing is buffered.",
    )
    .changes_output()
    .may_cancel(),
    plain(
        &["feof_unlocked", "ferror_unlocked", "flockfile", "funlockfile"],
        Machine("stream"),
        Does(&[]),
        "States of streams.",
    )
    .may_cancel(),
    plain(
        &["fflush_unlocked", "setbuffer", "setlinebuf"],
        Machine("stream"),
        Does(&[]),
        "Buffers of streams; nothing is buffered.",
    )
    .changes_output()
    .may_cancel(),
    plain(
        &["fopen", "fopen64"],
        C("files.c"),
        AsWritten,
        "A file may be there or not, and holds a few bytes of any content.",
    )
    .granted(&[Granted::ShortFiles])
    .may_cancel()
    .refused(Refused::Else),
    plain(
        &["fseek", "ftell", "fseeko", "ftello", "rewind"],
        C("files.c"),
        AsWritten,
        "Other streams, and places in streams.",
    )
    .may_cancel(),
    plain(
        &["fdopen", "fmemopen"],
        C("files.c"),
        AsWritten,
        "Other streams, and places in streams.",
    )
    .may_cancel()
    .refused(Refused::Else),
    plain(
        &["truncate"],
        C("descriptors.c"),
        AsWritten,
        "Descriptors of files, each call one step; a file holds a few bytes.",
    )
    .granted(&[Granted::ShortFiles])
    .refused(Refused::Else),
    plain(
        &["open", "open64", "creat"],
        C("descriptors.c"),
        AsWritten,
        "Descriptors of files, each call one step; a file holds a few bytes.",
    )
    .granted(&[Granted::ShortFiles])
    .cancels()
    .refused(Refused::Else),
    plain(
        &["lseek", "access", "fcntl", "ftruncate", "ftruncate64"],
        C("descriptors.c"),
        AsWritten,
        "Descriptors of files, each call one step.",
    ),
    plain(
        &["unlink", "remove", "rename", "dup"],
        C("descriptors.c"),
        AsWritten,
        "Descriptors of files, each call one step.",
    )
    .refused(Refused::Else),
    plain(
        &["pread", "pread64", "pwrite", "pwrite64", "writev"],
        C("descriptors.c"),
        AsWritten,
        "Descriptors of files, each call one step.",
    )
    .cancels(),
    plain(
        &["readv", "fsync", "fdatasync"],
        C("descriptors.c"),
        AsWritten,
        "Descriptors of files, each call one step.",
    )
    .cancels()
    .refused(Refused::Else),
    plain(
        &["dup2", "dup3"],
        C("descriptors.c"),
        AsWritten,
        "Descriptors that end or stand for something else, each call one step.",
    )
    .changes_output(),
    plain(
        &["close"],
        C("descriptors.c"),
        AsWritten,
        "Descriptors that end or stand for something else, each call one step.",
    )
    .changes_output()
    .cancels(),
    plain(
        &["stat", "lstat"],
        C("descriptors.c"),
        AsWritten,
        "A name that is there is a regular file; its size is true, its times and its owner are any.",
    )
    .granted(&[Granted::ShortFiles]),
    plain(
        &["fstat"],
        C("descriptors.c"),
        AsWritten,
        "The size of a file is true, its times and its owner are any.",
    ),
    plain(&["read"], C("descriptors.c"), AsWritten, "Descriptors of files, each call one step.")
        .wrapped()
    .cancels()
    .refused(Refused::Else),
    plain(
        &["pipe", "pipe2", "eventfd"],
        C("descriptors.c"),
        AsWritten,
        "Pipes and counters of events between threads.",
    )
    .refused(Refused::Else),
    plain(
        &["poll", "select"],
        C("descriptors.c"),
        AsWritten,
        "Pipes and counters of events between threads.",
    )
    .cancels()
    .refused(Refused::Else),
    plain(
        &["epoll_ctl"],
        C("descriptors.c"),
        AsWritten,
        "Level-triggered and one-shot events of pipes and counters.",
    ),
    plain(
        &["epoll_create", "epoll_create1"],
        C("descriptors.c"),
        AsWritten,
        "Level-triggered and one-shot events of pipes and counters.",
    )
    .refused(Refused::Else),
    plain(
        &["epoll_wait"],
        C("descriptors.c"),
        AsWritten,
        "Level-triggered and one-shot events of pipes and counters.",
    )
    .cancels()
    .refused(Refused::Else),
    plain(
        &["error", "warn", "warnx", "err", "errx"],
        C("message.c"),
        AsWritten,
        "Messages, and an end where one is asked for.",
    )
    .granted(&[Granted::OutputSucceeds])
    .may_cancel(),
    plain(
        &["__raddle_getc", "__raddle_scan_other"],
        Either("stream", "files.c"),
        Does(&[]),
        "What streams of the run-time library are made of.",
    ),
    plain(
        &["__raddle_stdin"],
        Machine("stream"),
        Does(&[ReturnsLibrary]),
        "What streams of the run-time library are made of.",
    ),
];
