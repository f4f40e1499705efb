//! Which programs are compared with which published figures, and at which sizes.
//!
//! Programs of Table 2 are as large as it takes to have at least the published number of runs without any technique, or with
//! dynamic reduction where the paper gave up without it. Where that is not so, only the ratio of the columns can be compared. Two programs
//! are not as published: `fsbenchbad` is correct here and has the threads that meet started one after the other, which summaries need, and
//! `art-example` is missing, since nobody says what it does. `indexertrue` has the paper's two threads; with more of them, as in `counts/indexer.c`,
//! runs with summaries are many more.

use super::compare::Published;

/// Leaves out what assertions do not depend on, as the paper does.
const SLICED: &[&str] = &["--slice=on"];
/// Keeps conditions exact, as the thesis does.
const EXACT: &[&str] = &["--summary-size=1000"];

/// A program at one size, and what was published about it.
pub(super) struct Entry {
    pub title: &'static str,
    /// Below `tests/corpus/threads`.
    pub file: &'static str,
    pub size: Option<u32>,
    pub flags: &'static [&'static str],
    pub published: Published,
}

impl Entry {
    pub fn full_title(&self) -> String {
        match self.size {
            Some(size) => format!("{}, N={size}", self.title),
            None => self.title.to_owned(),
        }
    }
}

/// A table: its title, what the last column says, and its rows.
pub(super) struct Table {
    pub title: &'static str,
    pub last_column: &'static str,
    pub entries: &'static [Entry],
}

/// A row beside figures that are no numbers of runs.
const fn beside(
    title: &'static str,
    file: &'static str,
    size: u32,
    flags: &'static [&'static str],
    words: &'static str,
) -> Entry {
    Entry { title, file, size: at(size), flags, published: Published::Words(words) }
}

/// A row of Table 2: the runs of none, dpor and dpor+summaries, 0 where the paper gave up.
const fn against(title: &'static str, file: &'static str, size: u32, runs: [u32; 3]) -> Entry {
    let [none, dpor, both] = runs;
    let published = Published::Runs { none: at(none), dpor: at(dpor), both };
    Entry { title, file, size: at(size), flags: &[], published }
}

/// 0 stands for nothing.
const fn at(number: u32) -> Option<u32> {
    if number == 0 { None } else { Some(number) }
}

pub(super) const TABLES: &[Table] = &[THESIS, FIGURES, TABLE_2, LARGE];

const THESIS: Table = Table {
    title: "examples and tables of the thesis",
    last_column: "states in the thesis",
    entries: &[
        beside(
            "Ex. 5.2 coupled",
            "paper/coupled_ok.c",
            0,
            EXACT,
            "none 19, summaries 13 (4 subsumed)",
        ),
        beside("Ex. 5.3 two producers", "paper/producers3_ok.c", 0, EXACT, "none 16"),
        beside(
            "Table 5.1 producers",
            "paper/producers_ok.c",
            2,
            EXACT,
            "summaries 514, with persistent sets 85",
        ),
        beside(
            "Table 5.1 producers",
            "paper/producers_ok.c",
            3,
            EXACT,
            "summaries 6562, with persistent sets 455",
        ),
        beside(
            "Table 5.1 producers",
            "paper/producers_ok.c",
            4,
            EXACT,
            "summaries 76546, with persistent sets 2313",
        ),
        beside("Table 5.2 sum of ids", "paper/sum_of_ids_ok.c", 6, &[], "summaries 193"),
        beside("Table 5.2 sum of ids", "paper/sum_of_ids_ok.c", 8, &[], "summaries 1025"),
        beside("Table 5.2 sum of ids", "paper/sum_of_ids_ok.c", 10, &[], "summaries 5121"),
        beside(
            "Table 6.1 philosophers",
            "paper/dining_ok.c",
            3,
            &[],
            "summaries 190 (79 subsumed)",
        ),
        beside(
            "Table 6.1 philosophers",
            "paper/dining_ok.c",
            4,
            &[],
            "summaries 1245 (702 subsumed)",
        ),
        beside(
            "Table 6.1 philosophers",
            "paper/dining_ok.c",
            5,
            &[],
            "summaries 7516 (4893 subsumed)",
        ),
        beside(
            "Table 6.1 philosophers",
            "paper/dining_ok.c",
            6,
            &[],
            "summaries 43579 (30908 subsumed)",
        ),
    ],
};

const FIGURES: Table = Table {
    title: "figures and Table 1 of assertion guided symbolic execution",
    last_column: "runs in the paper: none / dpor / dpor+summaries",
    entries: &[
        beside("Fig. 2", "paper/fig2_ok.c", 0, &[], "6 / 6 / 1 full + 4 partial"),
        beside("Fig. 3", "paper/fig3_ok.c", 3, &[], "8 / 8 / 4"),
        beside("Fig. 3", "paper/fig3_ok.c", 10, &[], "1024 / 1024 / 11"),
        beside("Fig. 3", "paper/fig3_ok.c", 20, &[], "2^20 / 2^20 / 21"),
        beside(
            "Table 1 (Fig. 4)",
            "paper/table1_ok.c",
            0,
            EXACT,
            "54 / 34 / 13; summaries alone 18",
        ),
        beside(
            "Table 1, nothing commutes",
            "paper/fig4_ok.c",
            0,
            EXACT,
            "54 / 34 / 13; summaries alone 18",
        ),
    ],
};

const TABLE_2: Table = Table {
    title: "Table 2 of assertion guided symbolic execution: our versions of its programs",
    last_column: "runs in the paper: none / dpor / dpor+summaries; what is compared",
    entries: &[
        against("fibbenchfalse1", "counts/fib_bad.c", 2, [924, 48, 15]),
        against("fibbenchfalse2", "counts/fib_bad.c", 4, [0, 628, 34]),
        against("fibbenchfalse3", "counts/fib_bad.c", 5, [0, 8704, 378]),
        against("indexertrue", "paper/indexer_ok.c", 8, [0, 81, 24]),
        against("lazy01false", "classic/lazy01_bad.c", 0, [11, 3, 3]),
        against("reorder2false1a", "classic/reorder_bad.c", 1, [7, 3, 3]),
        against("reorder2false1b", "classic/reorder_bad.c", 2, [91, 26, 9]),
        against("reorder2false1c", "classic/reorder_bad.c", 3, [2421, 205, 39]),
        against("reorder2false2a", "paper/reorder_twice_bad.c", 1, [23, 14, 14]),
        against("reorder2false2b", "paper/reorder_twice_bad.c", 2, [479, 233, 64]),
        against("sigmafalse1", "classic/sigma_bad.c", 2, [12, 6, 2]),
        against("sigmafalse2", "classic/sigma_bad.c", 3, [180, 50, 2]),
        against("sigmafalse3", "classic/sigma_bad.c", 4, [4830, 862, 2]),
        against("singletonfalse", "classic/singleton_bad.c", 0, [60, 24, 19]),
        against("stackfalse", "classic/stack_bad.c", 3, [527, 236, 49]),
        against("stateful01true", "classic/stateful_ok.c", 0, [6, 6, 5]),
        against("twostage3false", "classic/two_stage_bad.c", 2, [4862, 88, 34]),
        against("dekkertrue", "classic/dekker_ok.c", 5, [0, 280, 6]),
        against("petersontrue1", "classic/peterson_ok.c", 5, [0, 1052, 64]),
        against("petersontrue2", "classic/peterson_ok.c", 6, [0, 2566, 85]),
        against("readwriteltrue1", "classic/read_write_lock_ok.c", 1, [24, 4, 4]),
        against("readwriteltrue2", "paper/read_write_rounds_ok.c", 2, [0, 0, 436]),
        against("timevarmutextrue", "classic/time_var_mutex_ok.c", 0, [41, 4, 2]),
        against("szymanskitrue", "paper/szymanski_rounds_ok.c", 4, [0, 0, 6]),
        against("unveriftrue", "paper/first_alone_ok.c", 3, [0, 221, 27]),
        against("bluetoothbad", "classic/bluetooth_bad.c", 5, [0, 1789, 95]),
        against("fsbenchbad", "paper/file_system_ok.c", 8, [0, 256, 9]),
        against("tickettrue", "classic/ticket_lock_ok.c", 3, [1062, 274, 44]),
        against("accountbad", "classic/account_bad.c", 0, [8, 8, 8]),
        against("circularbufbad1", "classic/circular_buffer_bad.c", 2, [118, 118, 58]),
        against("circularbufbad2", "classic/circular_buffer_bad.c", 3, [358, 358, 132]),
        against("readreadwrite", "classic/read_read_write_ok.c", 0, [96, 19, 3]),
        against("queuefalse", "classic/queue_bad.c", 2, [252, 252, 26]),
    ],
};

const LOCAL: &str = "what is asserted does not depend on shared data";
const SHARED: &str = "what is asserted does depend on shared data";

const LARGE: Table = Table {
    title: "larger programs: data structures and an allocator for several threads",
    last_column: "what is asserted (the paper has 1 run for its list, skip list and allocator where it is local)",
    entries: &[
        beside("lock-free list", "large/list_local_ok.c", 1, &[], LOCAL),
        beside("lock-free list, sliced", "large/list_local_ok.c", 1, SLICED, LOCAL),
        beside("lock-free list, wrong", "large/list_local_bad.c", 1, &[], LOCAL),
        beside("lock-free list", "large/list_ok.c", 2, &[], SHARED),
        beside("lock-free list, wrong", "large/list_bad.c", 2, &[], SHARED),
        beside("skip list", "large/skip_list_local_ok.c", 1, &[], LOCAL),
        beside("skip list, sliced", "large/skip_list_local_ok.c", 1, SLICED, LOCAL),
        beside("skip list, wrong", "large/skip_list_local_bad.c", 1, &[], LOCAL),
        beside("skip list", "large/skip_list_ok.c", 2, &[], SHARED),
        beside("skip list, wrong", "large/skip_list_bad.c", 2, &[], SHARED),
        beside("hash table", "large/hash_table_local_ok.c", 1, &[], LOCAL),
        beside("hash table, sliced", "large/hash_table_local_ok.c", 1, SLICED, LOCAL),
        beside("hash table, wrong", "large/hash_table_local_bad.c", 1, &[], LOCAL),
        beside("hash table", "large/hash_table_ok.c", 1, &[], SHARED),
        beside("hash table, wrong", "large/hash_table_bad.c", 1, &[], SHARED),
        beside("allocator", "large/allocator_local_ok.c", 1, &[], LOCAL),
        beside("allocator, sliced", "large/allocator_local_ok.c", 1, SLICED, LOCAL),
        beside("allocator, wrong", "large/allocator_local_bad.c", 1, &[], LOCAL),
        beside("allocator", "large/allocator_ok.c", 0, &[], SHARED),
        beside("allocator, wrong", "large/allocator_bad.c", 0, &[], SHARED),
    ],
};

/// Programs measured at growing sizes.
pub(super) struct Curve {
    pub title: &'static str,
    pub file: &'static str,
    pub sizes: &'static [u32],
    /// Names of the techniques that are measured.
    pub techniques: &'static [&'static str],
}

pub(super) const CURVES: &[Curve] = &[
    Curve {
        title: "Fig. 9: reorder with N setters and one thread that looks; the paper has 7 / 91 / 2421, 3 / 26 / 205, 3 / 9 / 39",
        file: "paper/reorder_bad.c",
        sizes: &[1, 2, 3, 4, 5, 6, 7],
        techniques: &["none", "dpor", "dpor+summaries"],
    },
    Curve {
        title: "growth of fib",
        file: "paper/fib_ok.c",
        sizes: &[4, 5, 6, 7, 8, 9, 10],
        techniques: &["summaries", "dpor+summaries"],
    },
    Curve {
        title: "growth of fib with a symbolic limit",
        file: "paper/fib_symbolic_ok.c",
        sizes: &[1, 2, 3, 4],
        techniques: &["summaries", "dpor+summaries"],
    },
];
