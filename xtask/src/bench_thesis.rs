//! `cargo xtask bench thesis`: the tables of chapter 6 of the thesis on interpolation (Chu, 2012), complete symmetry, and programs of
//! everyday shapes whose cost has to grow as a power of the number of threads.
//!
//! States and subsumed states are counted as there, but for the one state more that chapter 6 counts. Seconds are given as they
//! are; what a technique brings is the ratio to the column without it. All techniques must agree on verdict and findings. The tables
//! of chapter 5 that compare property-driven reduction join [`TABLES`] with that reduction.

use std::path::Path;

use crate::bench_paper::{Measured, exponent, measure};
use crate::shell::print;

/// The columns: their title, and how `raddle check` is told.
const TECHNIQUES: [(&str, &[&str]); 4] = [
    ("summaries", &["--reduce=none", "--symmetry=off"]),
    ("with symmetry", &["--reduce=none", "--symmetry=on"]),
    ("dpor+summaries", &["--reduce=dpor", "--symmetry=off"]),
    ("with symmetry", &["--reduce=dpor", "--symmetry=on"]),
];

/// A program at several sizes: what the thesis says about each with complete symmetry.
struct Table {
    title: &'static str,
    file: &'static str,
    flags: &'static [&'static str],
    sizes: &'static [(u32, &'static str)],
}

/// Keeps conditions exact, as the thesis does.
const EXACT: &[&str] = &["--summary-size=100000"];

const TABLES: &[Table] = &[
    Table {
        title: "Table 6.1: dining philosophers",
        file: "paper/dining_ok.c",
        flags: &[],
        sizes: &[
            (3, "67/29"),
            (4, "229/134"),
            (5, "661/446"),
            (6, "1777/1304"),
            (7, "4583/3552"),
            (8, "11525/9281"),
        ],
    },
    Table {
        title: "Table 6.2: 2N readers and N writers",
        file: "paper/readers_writers_ok.c",
        flags: &[],
        sizes: &[(1, "34/20"), (2, "225/175"), (3, "778/658"), (4, "1986/1750"), (5, "4230/3820")],
    },
    Table {
        title: "Table 6.3: sum of ids",
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
        print(&row("", TECHNIQUES.map(|(name, _)| name.to_owned()), "thesis"));
        let mut given_up = [false; TECHNIQUES.len()];
        for &(size, published) in table.sizes {
            let cells = measure_all(raddle, table.file, size, table.flags, &mut given_up)?;
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
    file: &str,
    size: u32,
    flags: &[&str],
    given_up: &mut [bool; TECHNIQUES.len()],
) -> anyhow::Result<[Option<Measured>; TECHNIQUES.len()]> {
    let mut measured = [const { None }; TECHNIQUES.len()];
    for (index, (_, technique)) in TECHNIQUES.iter().enumerate() {
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
    let mut given_up = [false; TECHNIQUES.len()];
    let mut points: [Vec<(f64, f64, f64)>; TECHNIQUES.len()] = Default::default();
    for &size in sizes {
        let measured = measure_all(raddle, file, size, &[], &mut given_up)?;
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
