//! `<string.h>`, `<ctype.h>` and conversions of `<stdlib.h>`.

use crate::facts::By::{C, Machine};
use crate::facts::Effect::{Reads, ReturnsFilled, ReturnsInto, ReturnsLibrary, StoresInto, Writes};
use crate::facts::Memory::{AsWritten, Does};
use crate::facts::{Hidden, Refused};
use crate::{Row, plain};

pub(super) const ROWS: &[Row] = &[
    plain(
        &["strlen"],
        Machine("string"),
        Does(&[Reads(0)]),
        "Looks at strings in the C locale, known or not.",
    )
    .wrapped(),
    plain(
        &["strnlen"],
        Machine("string"),
        Does(&[Reads(0)]),
        "Looks at strings in the C locale, known or not.",
    ),
    plain(
        &["strcmp", "strcoll", "strncmp", "strcasecmp", "strncasecmp", "strspn", "strcspn"],
        Machine("string"),
        Does(&[Reads(0), Reads(1)]),
        "Looks at strings in the C locale, known or not.",
    ),
    plain(
        &["strchr", "index", "strchrnul", "strrchr", "rindex"],
        Machine("string"),
        Does(&[Reads(0), ReturnsInto(0)]),
        "Finds characters and strings.",
    ),
    plain(
        &["strpbrk", "strstr"],
        Machine("string"),
        Does(&[Reads(0), Reads(1), ReturnsInto(0)]),
        "Finds characters and strings.",
    ),
    plain(
        &["strcpy", "strcat"],
        Machine("string"),
        Does(&[Reads(0), Reads(1), Writes(0), ReturnsInto(0)]),
        "Copies strings; what does not fit is a finding.",
    )
    .wrapped(),
    plain(
        &[
            "__strcpy_chk",
            "stpcpy",
            "__stpcpy_chk",
            "strncpy",
            "__strncpy_chk",
            "__strcat_chk",
            "strncat",
            "__strncat_chk",
        ],
        Machine("string"),
        Does(&[Reads(0), Reads(1), Writes(0), ReturnsInto(0)]),
        "Copies strings; what does not fit is a finding.",
    ),
    plain(
        &["strdup", "strndup"],
        Machine("string"),
        Does(&[ReturnsFilled, Reads(0)]),
        "A copy in new memory.",
    )
    .refused(Refused::Memory)
    .wrapped(),
    plain(
        &["__strdup", "__strndup"],
        Machine("string"),
        Does(&[ReturnsFilled, Reads(0)]),
        "A copy in new memory.",
    )
    .refused(Refused::Memory),
    plain(
        &[
            "strcasestr",
            "strsep",
            "strlcpy",
            "strlcat",
            "stpncpy",
            "strxfrm",
            "strtok_r",
            "__strtok_r",
        ],
        C("string.c"),
        AsWritten,
        "Character by character, in the C locale.",
    ),
    plain(
        &["strtok"],
        C("string.c"),
        AsWritten,
        "Keeps its position in hidden memory, and races on it.",
    )
    .hidden(Hidden::Strtok),
    plain(&["strerror"], C("string.c"), AsWritten, "A text in hidden memory, and races on it.")
        .hidden(Hidden::Strerror),
    plain(
        &["strerror_r", "__xpg_strerror_r"],
        C("string.c"),
        AsWritten,
        "The same text without hidden memory.",
    ),
    plain(
        &[
            "isalpha", "isdigit", "isalnum", "isspace", "isblank", "isupper", "islower",
            "isxdigit", "iscntrl", "isprint", "isgraph", "ispunct", "tolower", "_tolower",
            "toupper", "_toupper",
        ],
        Machine("ctype"),
        Does(&[]),
        "Classes of characters in the C locale; what is no character is a finding.",
    )
    .takes_values(),
    plain(&["isascii", "toascii"], Machine("ctype"), Does(&[]), "Any number.")
        .computes()
        .takes_values(),
    plain(
        &["__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"],
        Machine("ctype"),
        Does(&[ReturnsLibrary]),
        "Tables that headers of glibc use.",
    ),
    plain(
        &["abs", "labs", "llabs", "imaxabs"],
        Machine("integer"),
        Does(&[]),
        "The absolute value; the smallest number overflows.",
    )
    .computes()
    .takes_values(),
    plain(&["div", "ldiv", "lldiv"], C("number.c"), AsWritten, "Quotient and remainder."),
    plain(
        &[
            "strtol",
            "strtoll",
            "strtoul",
            "strtoull",
            "strtoimax",
            "strtoumax",
            "atoi",
            "atol",
            "atoll",
        ],
        C("number.c"),
        AsWritten,
        "Integers from text, with overflow and errno.",
    ),
    plain(
        &[
            "atof",
            "strtod",
            "strtof",
            "strtold",
            "__strtod_internal",
            "__strtof_internal",
            "__strtold_internal",
        ],
        C("decimal.c"),
        AsWritten,
        "Floating-point numbers from text, also from text that depends on inputs.",
    ),
    plain(
        &["__raddle_strtod", "__raddle_strtof", "__raddle_strtold"],
        Machine("float_text"),
        Does(&[Reads(0), StoresInto { to: 1, value: 0 }]),
        "Floating-point numbers from known text.",
    ),
    plain(
        &["qsort", "qsort_r"],
        C("sort.c"),
        AsWritten,
        "Sorts stably, as glibc does; other orders of equal elements are not explored.",
    ),
    plain(
        &["bsearch", "lfind"],
        C("sort.c"),
        AsWritten,
        "Searches with the program's own comparison.",
    ),
];
