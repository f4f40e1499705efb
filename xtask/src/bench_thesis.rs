//! `cargo xtask bench thesis`: the tables of chapters 5 and 6 of the thesis on interpolation (Chu, 2012), property-driven reduction and complete
//! symmetry, and programs of everyday shapes whose cost has to grow as a power of the number of threads.
//!
//! States and subsumed states are counted as there, but for the one state more that chapter 6 counts. Seconds are given as they
//! are; what a technique brings is the ratio to the column without it.
//!
//! The figures of table 6.1 with symmetry are beaten, but not in the way of the thesis. There a state is covered if it satisfies a renamed interpolant, which pins
//! what could not move, so each of its runs is, up to names, a run of the state that covers it. Counted by brute force, a search with such covers keeps at
//! least 37, 107, 263, 811 states for 3, 4, 5, 6 philosophers: so many classes are included in no other; and 39, 136, 455, 1587 classes are equal up to a
//! permutation, segments of the ring that change places among them, which is what symmetry of whole states finds. The thesis keeps 38, 95, 215, 473, fewer than that from
//! N=4 on, of a program whose columns without symmetry are ours. How, it does not say; renamings that overlook which forks are the same, and are wrong, keep 33 to 39, 76 to 109, 146 to 264, 269 to 618. What is used here instead is that states are taken apart
//! (`summary/src/symmetry/parts.rs`): a ring is a row of pairs, of each of which one eats at a time. That proves an even ring right in a few hundred
//! states (10: 278). An odd one has a philosopher more than that: pairs and one alone may be half of them and one more. So as long as nobody has eaten there is no such proof, and
//! all these states are explored, once for each way to seat who has come how far (`symmetry/neighbours.rs`): 51, 168, 854, 5815, 44794 for 3, 5, 7, 9, 11. As soon as one has
//! eaten, the others are a row of pairs.
//!
//! All techniques must agree on verdict and findings. The programs of
//! table 5.4 are ours, after the descriptions of others.

use std::path::Path;

use crate::bench_paper::{Measured, exponent, measure};
use crate::shell::print;

/// The columns: their title, and how `raddle check` is told.
type Techniques = [(&'static str, &'static [&'static str]); COLUMNS];

const COLUMNS: usize = 4;

const REDUCTION: Techniques = [
    ("summaries", &["--reduce=none", "--symmetry=off"]),
    ("dpor+summaries", &["--reduce=dpor", "--symmetry=off"]),
    ("persistent+summaries", &["--reduce=persistent"]),
    ("pdpor+summaries", &["--reduce=pdpor"]),
];

const SYMMETRY: Techniques = [
    ("summaries", &["--reduce=none", "--symmetry=off"]),
    ("with symmetry", &["--reduce=none", "--symmetry=on"]),
    ("dpor+summaries", &["--reduce=dpor", "--symmetry=off"]),
    ("with symmetry", &["--reduce=dpor", "--symmetry=on"]),
];

/// A program at several sizes: what the thesis says about each.
struct Table {
    title: &'static str,
    techniques: &'static Techniques,
    file: &'static str,
    flags: &'static [&'static str],
    sizes: &'static [(u32, &'static str)],
}

/// Keeps conditions exact, as the thesis does.
const EXACT: &[&str] = &["--summary-size=100000"];

const TABLES: &[Table] = &[
    Table {
        title: "Example 5.2/5.4: increments and doublings (one order)",
        techniques: &REDUCTION,
        file: "paper/coupled_invariant_ok.c",
        flags: EXACT,
        sizes: &[(2, "SI 13/4, PDPOR one trace")],
    },
    Table {
        title: "Example 5.3: two producers and a consumer",
        techniques: &REDUCTION,
        file: "paper/producers3_ok.c",
        flags: EXACT,
        sizes: &[(1, "PDPOR 6/1")],
    },
    Table {
        title: "Table 5.1: 2N producers and a consumer",
        techniques: &REDUCTION,
        file: "paper/producers_ok.c",
        flags: EXACT,
        sizes: &[
            (2, "SI 514, SI+POR 85, PDPOR 10"),
            (3, "SI 6562, SI+POR 455, PDPOR 14"),
            (4, "SI 76546, SI+POR 2313, PDPOR 18"),
            (5, "SI+POR 11275, PDPOR 22"),
            (7, "SI+POR 245775, PDPOR 30"),
            (20, "PDPOR 4N+2 = 82"),
            (50, "PDPOR 4N+2 = 202"),
        ],
    },
    Table {
        title: "Table 5.2: sum of ids",
        techniques: &REDUCTION,
        file: "paper/sum_bounded_ok.c",
        flags: EXACT,
        sizes: &[
            (6, "SI 193, PDPOR 7"),
            (8, "SI 1025, PDPOR 9"),
            (10, "SI 5121, PDPOR 11"),
            (14, "SI 114689, PDPOR 15"),
            (50, "PDPOR N+1 = 51"),
            (100, "PDPOR N+1 = 101"),
        ],
    },
    Table {
        title: "Table 5.3: dining philosophers, forks unknown",
        techniques: &REDUCTION,
        file: "paper/dining_unknown_ok.c",
        flags: EXACT,
        sizes: &[
            (2, "SI 21, SI+POR 21"),
            (3, "SI 153, SI+POR 125"),
            (4, "SI 1001, SI+POR 647"),
            (5, "SI 6113, SI+POR 4313"),
            (6, "SI 35713, SI+POR 24201"),
            (7, "SI 202369, SI+POR 133161"),
        ],
    },
    Table {
        title: "Table 5.4: micro",
        techniques: &REDUCTION,
        file: "paper/micro_ok.c",
        flags: &[],
        sizes: &[(2, "SI 20201, PDPOR 201")],
    },
    Table {
        title: "Table 5.4: stack",
        techniques: &REDUCTION,
        file: "paper/stack_ok.c",
        flags: EXACT,
        sizes: &[(22, "SI 529, PDPOR 529")],
    },
    Table {
        title: "Table 5.4: circular buffer",
        techniques: &REDUCTION,
        file: "paper/circular_buffer_ok.c",
        flags: EXACT,
        sizes: &[(7, "SI 29, PDPOR 29")],
    },
    Table {
        title: "Table 5.4: stateful",
        techniques: &REDUCTION,
        file: "paper/stateful_ok.c",
        flags: EXACT,
        sizes: &[(20, "SI 1681, PDPOR 41")],
    },
    Table {
        title: "Section 5.6: data races of workers on a locked queue",
        techniques: &REDUCTION,
        file: "lockset/workers_ok.c",
        flags: &["--property=race"],
        sizes: &[(2, "no figures"), (3, "no figures"), (4, "no figures"), (16, "no figures")],
    },
    Table {
        title: "Section 5.6: a race, and what is locked behind it",
        techniques: &REDUCTION,
        file: "lockset/racy_part_bad.c",
        flags: &["--property=race"],
        sizes: &[(2, "no figures")],
    },
    Table {
        title: "Table 6.1: dining philosophers",
        techniques: &SYMMETRY,
        file: "paper/dining_ok.c",
        flags: &[],
        sizes: &[
            (3, "67/29"),
            (4, "229/134"),
            (5, "661/446"),
            (6, "1777/1304"),
            (7, "4583/3552"),
            (8, "11525/9281"),
            (9, "28286/23432"),
            (10, "67919/57504"),
            (11, "159737/137609"),
        ],
    },
    Table {
        title: "Table 6.2: 2N readers and N writers",
        techniques: &SYMMETRY,
        file: "paper/readers_writers_ok.c",
        flags: &[],
        sizes: &[(1, "34/20"), (2, "225/175"), (3, "778/658"), (4, "1986/1750"), (5, "4230/3820")],
    },
    Table {
        title: "Table 6.3: sum of ids",
        techniques: &SYMMETRY,
        file: "paper/sum_of_ids_ok.c",
        flags: EXACT,
        sizes: &[
            (10, "56/45"),
            (20, "211/190"),
            (40, "821/780"),
            (60, "1831/1770"),
            (80, "3241/3160"),
            (100, "5051/4950"),
        ],
    },
];

/// Everyday shapes, below `symmetry`, and the sizes at which they are measured.
const SHAPES: &[(&str, &str, &[u32])] = &[
    ("incrementers under one lock", "symmetry/incrementers_ok.c", &[2, 3, 4, 5, 6, 7, 8]),
    ("workers on a locked queue", "symmetry/queue_ok.c", &[2, 3, 4, 5, 6]),
    ("readers and one writer", "symmetry/readers_ok.c", &[2, 3, 4, 5, 6]),
    ("a pool of workers", "symmetry/pool_ok.c", &[2, 3, 4, 5, 6]),
    ("map and reduce with a barrier", "symmetry/map_reduce_ok.c", &[2, 3, 4, 5, 6]),
];

pub(crate) fn run(raddle: &Path) -> anyhow::Result<()> {
    for table in TABLES {
        print(&format!("\n{} (states/subsumed, seconds; > means given up)", table.title));
        print(&row("", table.techniques.map(|(name, _)| name.to_owned()), "thesis"));
        let mut given_up = [false; COLUMNS];
        for &(size, published) in table.sizes {
            let measured = (table.techniques, table.file, table.flags);
            let cells = measure_all(raddle, measured, size, &mut given_up)?;
            print(&row(&format!("N={size}"), cells.map(|one| cell(one.as_ref())), published));
        }
    }
    for (title, file, sizes) in SHAPES {
        print_shape(raddle, title, file, sizes)?;
    }
    Ok(())
}

/// Measures every technique that was not given up at a smaller size.
fn measure_all(
    raddle: &Path,
    (techniques, file, flags): (&Techniques, &str, &[&str]),
    size: u32,
    given_up: &mut [bool; COLUMNS],
) -> anyhow::Result<[Option<Measured>; COLUMNS]> {
    let mut measured = [const { None }; COLUMNS];
    for (index, (_, technique)) in techniques.iter().enumerate() {
        if given_up[index] {
            continue;
        }
        let flags: Vec<&str> = technique.iter().chain(flags).copied().collect();
        let one = measure(raddle, file, Some(size), &flags)?;
        given_up[index] = one.given_up;
        measured[index] = Some(one);
    }
    agree(file, size, &measured)?;
    Ok(measured)
}

/// Techniques that came to their end must not contradict each other.
fn agree(file: &str, size: u32, measured: &[Option<Measured>]) -> anyhow::Result<()> {
    let mut finished = measured.iter().flatten().filter(|one| !one.given_up);
    let Some(first) = finished.next() else { return Ok(()) };
    for other in finished {
        if (&other.verdict, &other.findings) != (&first.verdict, &first.findings) {
            anyhow::bail!(
                "{file}, N={size}: {} and {} are both found",
                first.verdict,
                other.verdict
            );
        }
    }
    Ok(())
}

fn row(title: &str, cells: [String; 4], published: &str) -> String {
    let [a, b, c, d] = cells;
    format!("{title:<8} {a:>22} {b:>22} {c:>22} {d:>22}  {published}")
}

fn cell(measured: Option<&Measured>) -> String {
    let Some(one) = measured else { return "-".to_owned() };
    let sign = if one.given_up { ">" } else { "" };
    format!("{sign}{}/{} {:.2}", one.states, one.subsumed, one.seconds)
}

fn print_shape(raddle: &Path, title: &str, file: &str, sizes: &[u32]) -> anyhow::Result<()> {
    print(&format!("\n{title} (states/subsumed, seconds)"));
    let mut given_up = [false; COLUMNS];
    let mut points: [Vec<(f64, f64, f64)>; COLUMNS] = Default::default();
    for &size in sizes {
        let measured = measure_all(raddle, (&SYMMETRY, file, &[]), size, &mut given_up)?;
        for (points, one) in points.iter_mut().zip(&measured) {
            if let Some(one) = one.as_ref().filter(|one| !one.given_up) {
                points.push((f64::from(size), one.states, one.seconds));
            }
        }
        print(&row(&format!("N={size}"), measured.map(|one| cell(one.as_ref())), ""));
    }
    let fitted = points.map(|points| {
        let states = exponent(points.iter().map(|&(size, states, _)| (size, states)));
        states.map_or_else(|| "-".to_owned(), |power| format!("N^{power:.1}"))
    });
    print(&row("states ~", fitted, ""));
    Ok(())
}
