//! `<stdlib.h>` and `<string.h>`: memory, and bytes in it.

use crate::facts::By::{C, Machine};
use crate::facts::Effect::{
    Copies, CopiesToFresh, Reads, ReturnsFilled, ReturnsFresh, ReturnsInto, StoresFresh, Writes,
};
use crate::facts::Memory::{AsWritten, Does};
use crate::facts::{Deed, Refused, ThreadName, Threads, Waits, Watches};
use crate::{Row, plain, threaded};

pub(super) const ROWS: &[Row] = &[
    threaded(
        &["malloc"],
        Machine("alloc"),
        Does(&[ReturnsFresh]),
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "New memory; NULL only with `--calls-may-fail`.",
    )
    .refused(Refused::Memory)
    .wrapped(),
    threaded(
        &["calloc"],
        Machine("alloc"),
        Does(&[ReturnsFilled]),
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "New memory; NULL only with `--calls-may-fail`.",
    )
    .refused(Refused::Memory)
    .wrapped(),
    plain(
        &["aligned_alloc", "memalign", "valloc"],
        Machine("alloc"),
        Does(&[ReturnsFresh]),
        "New memory; NULL only with `--calls-may-fail`.",
    )
    .refused(Refused::Memory)
    .wrapped(),
    plain(
        &["realloc", "reallocarray"],
        Machine("alloc"),
        Does(&[ReturnsFresh, ReturnsInto(0), CopiesToFresh { from: 0 }, Writes(0)]),
        "New memory at every call; what was there is freed.",
    )
    .refused(Refused::Memory)
    .wrapped(),
    plain(
        &["posix_memalign"],
        Machine("alloc"),
        Does(&[StoresFresh { to: 0 }]),
        "New memory; a wrong alignment is EINVAL.",
    )
    .refused(Refused::Memory)
    .wrapped(),
    plain(
        &["alloca"],
        Machine("alloc"),
        Does(&[ReturnsFresh]),
        "Memory that ends with its function.",
    ),
    threaded(
        &["free"],
        Machine("alloc"),
        Does(&[Writes(0)]),
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Heap,
        },
        "Frees memory; twice, or what was not allocated, is a finding.",
    )
    .wrapped(),
    plain(
        &["cfree"],
        Machine("alloc"),
        Does(&[Writes(0)]),
        "Frees memory; twice, or what was not allocated, is a finding.",
    )
    .wrapped(),
    plain(&["malloc_usable_size"], Machine("alloc"), Does(&[]), "The size that was asked for.")
        .wrapped(),
    plain(
        &["mmap", "mmap64"],
        Machine("mapping"),
        Does(&[ReturnsFilled]),
        "New memory filled with zeros; files are unknown.",
    )
    .refused(Refused::Else),
    plain(
        &["munmap"],
        Machine("mapping"),
        Does(&[Writes(0)]),
        "Gives a whole mapping back; a part of one is unknown.",
    ),
    plain(
        &["mprotect", "madvise", "posix_madvise", "mlock", "munlock"],
        Machine("mapping"),
        Does(&[]),
        "Accepted where it changes neither content nor access; else unknown.",
    ),
    plain(
        &["memcpy"],
        Machine("memory"),
        Does(&[Copies { to: 0, from: 1 }, ReturnsInto(0)]),
        "Copies bytes; memory that overlaps is a finding.",
    )
    .wrapped(),
    plain(
        &["__memcpy_chk", "__raddle_copy"],
        Machine("memory"),
        Does(&[Copies { to: 0, from: 1 }, ReturnsInto(0)]),
        "Copies bytes; memory that overlaps is a finding.",
    ),
    plain(
        &["memmove"],
        Machine("memory"),
        Does(&[Copies { to: 0, from: 1 }, ReturnsInto(0)]),
        "Copies bytes.",
    )
    .wrapped(),
    plain(
        &["__memmove_chk", "mempcpy", "__mempcpy", "__mempcpy_chk"],
        Machine("memory"),
        Does(&[Copies { to: 0, from: 1 }, ReturnsInto(0)]),
        "Copies bytes.",
    ),
    plain(&["bcopy"], Machine("memory"), Does(&[Copies { to: 1, from: 0 }]), "Copies bytes."),
    plain(&["memset"], Machine("memory"), Does(&[Writes(0), ReturnsInto(0)]), "Fills bytes.")
        .wrapped(),
    plain(
        &["__memset_chk", "explicit_memset", "bzero", "explicit_bzero"],
        Machine("memory"),
        Does(&[Writes(0), ReturnsInto(0)]),
        "Fills bytes.",
    ),
    plain(
        &["memcmp", "bcmp"],
        Machine("memory"),
        Does(&[Reads(0), Reads(1)]),
        "Looks at bytes, known or not.",
    ),
    plain(
        &["memchr", "rawmemchr"],
        Machine("memory"),
        Does(&[Reads(0), ReturnsInto(0)]),
        "Looks at bytes, known or not.",
    ),
    plain(
        &["memrchr", "memccpy", "memmem"],
        C("string.c"),
        AsWritten,
        "Looks at bytes one by one.",
    ),
    plain(&["ffs"], C("string.c"), AsWritten, "The lowest bit that is set."),
];
