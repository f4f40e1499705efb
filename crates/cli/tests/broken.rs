//! Deliberate defects of the engine, each of which programs of the corpus must bring to light: they find less, or explore fewer
//! runs, than the healthy engine. A defect that changes nothing means that a program is missing from the corpus.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_budget::Budget;
use raddle_explore::{
    Broken, MemoryModel, Options, Property, Reduce, Standpoint, SummaryLimits, Symmetry, check,
    check_property, feasible,
};
use raddle_findings::{Report, Verdict};
use raddle_frontend::{BrokenChecks, FrontendOptions, load};
use raddle_fuzz::models::generate::generate;
use raddle_fuzz::models::oracle::{Limits, answers};
use raddle_fuzz::models::print_c::{Ending, MAIN_OF_ALL, print_together};
use raddle_fuzz::random::Random;
use raddle_ir::Program;
use raddle_pointsto::Position;
use raddle_properties::{Asked, properties};

/// Programs below `tests/corpus/threads`, and what they are compiled and checked with.
const WITNESSES: &[(&str, Option<&str>, Option<u32>)] = &[
    ("litmus/lost_backtrack.c", None, None),
    ("litmus/three_under_lock.c", None, None),
    ("litmus/lock_order.c", None, None),
    ("litmus/sleep_and_summary.c", None, None),
    ("litmus/await_enabled_meanwhile.c", None, None),
    ("litmus/post_meanwhile.c", None, None),
    ("litmus/end_meanwhile.c", None, None),
    ("litmus/await_born_blocked.c", None, None),
    ("litmus/lock_born_blocked.c", None, None),
    ("litmus/await_hides_write.c", None, None),
    ("litmus/race_behind_sleep.c", None, None),
    ("litmus/section_reversed.c", None, None),
    ("counts/lastzero_large.c", Some("N=5"), None),
    ("counts/readers.c", Some("N=3"), None),
    ("bounds/before_the_turn_bad.c", None, Some(0)),
    ("invariant/between_bad.c", None, None),
    ("barrier/last_of_four_bad.c", None, None),
    ("semaphore/last_room_bad.c", None, None),
];

struct Witness {
    name: &'static str,
    program: Program,
    preemptions: Option<u32>,
    healthy: Outcome,
}

/// What a defect must not change.
#[derive(PartialEq)]
struct Outcome {
    findings: BTreeSet<(String, u32)>,
    full_runs: u64,
}

#[test]
fn every_defect_is_noticed() {
    let witnesses: Vec<Witness> = WITNESSES.iter().map(witness).collect();
    all_are_noticed(&Broken::ALL, |broken| {
        let noticing = witnesses.iter().find(|witness| {
            outcome(&witness.program, witness.preemptions, Some(broken)) != witness.healthy
        });
        noticing.map(|witness| witness.name.to_owned())
    });
}

/// A program that may notice a defect of summaries.
struct SummaryWitness {
    name: String,
    program: Program,
    /// Bounds runs, where not everything else does.
    max_steps: Option<u64>,
    properties: Vec<Option<Vec<Property>>>,
}

/// Every litmus program may be the one, and those that never end.
fn summary_witnesses() -> Vec<SummaryWitness> {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/threads");
    let smallest =
        FrontendOptions { defines: vec!["N=2".to_owned()], ..FrontendOptions::default() };
    let assert = || Some(vec![Property::Assert]);
    let families = [
        ("litmus", Some(60), vec![None, assert()]),
        ("summaries", Some(60), vec![None, assert()]),
        ("rests", None, vec![assert()]),
        ("cycles", None, vec![assert(), Some(vec![Property::Race])]),
    ];
    let mut witnesses = Vec::new();
    for (directory, max_steps, properties) in families {
        for entry in std::fs::read_dir(corpus.join(directory)).expect("programs") {
            let path = entry.expect("a program").path();
            if path.extension().is_some_and(|extension| extension == "c") {
                let program = load(std::slice::from_ref(&path), &smallest).expect("a program");
                let name = path.display().to_string();
                let properties = properties.clone();
                let max_steps = own_bound(&path).or(max_steps);
                witnesses.push(SummaryWitness { name, program, max_steps, properties });
            }
        }
    }
    witnesses
}

/// The bound that a program is checked with in the corpus.
fn own_bound(path: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(path).expect("a program");
    let (_, after) = text.split_once("--max-steps ")?;
    after.split_whitespace().next()?.parse().ok()
}

/// Programs below `tests/corpus/threads` that noticed a defect of summaries when this was written. They are tried first, because all of them
/// together take minutes. Where one does not notice its defect any more, the others are asked.
const LIKELY: &[(Broken, &str)] = &[
    (Broken::AccessesNotHandedUp, "litmus/race_behind_sleep.c"),
    (Broken::AddressesAlike, "cycles/along_a_list_bad.c"),
    (Broken::AddressesUnpinned, "summaries/element_of_input.c"),
    (Broken::CirclesHideOthers, "cycles/circle_of_one_input_bad.c"),
    (Broken::CompanyOnTheWayIgnored, "summaries/sleeper_needs_company.c"),
    (Broken::ConditionsOfCirclesIgnored, "cycles/circle_of_one_input_bad.c"),
    (Broken::CutsIgnored, "summaries/cut_before_the_end.c"),
    (Broken::DisabledUnpinned, "litmus/await_disabled_pin.c"),
    (Broken::EnabledUnpinned, "litmus/fig3_bad.c"),
    (Broken::FollowersAssumed, "summaries/sleeper_needs_company.c"),
    (Broken::HaltEndsRun, "litmus/abort_independent_local.c"),
    (Broken::ImpossibleOrderTrusted, "summaries/order_through_unlock.c"),
    (Broken::ObjectsNotInKey, "summaries/freed_before.c"),
    (Broken::OtherOutcomeForgotten, "summaries/either_outcome.c"),
    (Broken::PrunedAccessesForgotten, "litmus/fig3_bad.c"),
    (Broken::RacesPruned, "summaries/ordered_only_once.c"),
    (Broken::RestsTakenForEnds, "rests/local_ends_behind_a_rest.c"),
    (Broken::SleepOfSummariesIgnored, "litmus/fig3_bad.c"),
    (Broken::StandingIgnored, "cycles/weak_order_later_bad.c"),
    (Broken::WakersForgotten, "summaries/sleeper_needs_company.c"),
];

#[test]
fn every_defect_of_summaries_is_noticed() {
    let witnesses = summary_witnesses();
    let found = |witness: &SummaryWitness, broken: Option<Broken>| {
        let found = |properties: &Option<Vec<Property>>| {
            found_with_summaries(&witness.program, properties, witness.max_steps, broken)
        };
        witness.properties.iter().map(found).collect::<Vec<_>>()
    };
    let notices = |witness: &&SummaryWitness, broken: Broken| {
        found(witness, Some(broken)) != found(witness, None)
    };
    all_are_noticed(&Broken::OF_SUMMARIES, |broken| {
        let is_likely = |witness: &&SummaryWitness| {
            LIKELY.iter().any(|(of, name)| *of == broken && witness.name.ends_with(name))
        };
        let likely = witnesses.iter().filter(is_likely);
        let mut in_order = likely.chain(&witnesses);
        in_order.find(|witness| notices(witness, broken)).map(|witness| witness.name.clone())
    });
}

/// One property at a time, the paths of programs without threads may be the one.
#[test]
fn every_defect_of_guides_is_noticed() {
    let programs = programs_in("seq/summaries", Some("K=3"));
    let asked = Asked { assert: true, ..Asked::default() };
    let found = |program: &Program, broken: Option<Broken>| -> Vec<BTreeSet<(String, u32)>> {
        let summaries = Some(SummaryLimits::default());
        let options = Options { summaries, broken, ..Options::default() };
        let one = |property| {
            let report =
                check_property(program, &options, property, true, &Budget::default(), &mut ());
            report.expect("a program").findings.iter().map(place).collect()
        };
        properties(program, asked).iter().map(one).collect()
    };
    all_are_noticed(&Broken::OF_GUIDES, |broken| {
        noticing(&programs, |program| found(program, Some(broken)) != found(program, None))
    });
}

/// Two searches that take turns after a few states, one of which has to begin again.
#[test]
fn every_defect_of_turns_is_noticed() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/threads");
    let path = corpus.join("summaries/cut_before_restart_unknown.c");
    let options = FrontendOptions { defines: vec!["N=3".to_owned()], ..FrontendOptions::default() };
    let program = load(&[path], &options).expect("a program");
    let verdict = |broken: Option<Broken>| {
        let options = Options {
            properties: Some(vec![Property::Assert]),
            summaries: Some(SummaryLimits::default()),
            unwind: Some(8),
            eager_turns: true,
            broken,
            ..Options::default()
        };
        check(&program, &options, &Budget::default(), &mut ()).expect("a program").verdict
    };
    assert_eq!(verdict(None), Verdict::Unknown);
    for broken in Broken::OF_TURNS {
        assert_eq!(verdict(Some(broken)), Verdict::Safe, "{broken:?} is not noticed");
    }
}

/// What fails needs more preemptions than a probe allows.
#[test]
fn every_defect_of_probes_is_noticed() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/threads");
    let path = corpus.join("probes/alternation_bad.c");
    let program = load(&[path], &FrontendOptions::default()).expect("a program");
    let verdict = |broken: Option<Broken>| {
        let options = Options { broken, ..Options::default() };
        check(&program, &options, &Budget::default(), &mut ()).expect("a program").verdict
    };
    assert_eq!(verdict(None), Verdict::Unsafe);
    for broken in Broken::OF_PROBES {
        assert_eq!(verdict(Some(broken)), Verdict::Safe, "{broken:?} is not noticed");
    }
}

/// Short sides of branches on inputs.
#[test]
fn every_defect_of_joins_is_noticed() {
    are_noticed_in("seq/joins", &Broken::OF_JOINS);
}

/// Elements whose size is no power of two, and arrays in larger objects.
#[test]
fn every_defect_of_places_is_noticed() {
    are_noticed_in("seq/strides", &Broken::OF_PLACES);
}

/// What tables hold.
#[test]
fn every_defect_of_tables_is_noticed() {
    are_noticed_in("seq/tables", &Broken::OF_TABLES);
}

/// Programs of a directory have another verdict or other findings with each of these defects.
fn are_noticed_in(directory: &str, defects: &[Broken]) {
    let found = |program: &Program, broken: Option<Broken>| {
        let options = Options { broken, ..Options::default() };
        let budget = Budget::default().part(Some(std::time::Duration::from_secs(20)));
        let report = check(program, &options, &budget, &mut ()).expect("a program");
        (report.verdict, report.findings.iter().map(place).collect::<BTreeSet<_>>())
    };
    let programs = programs_in(directory, None);
    let healthy: Vec<_> = programs.iter().map(|(_, program)| found(program, None)).collect();
    all_are_noticed(defects, |broken| {
        let mut both = programs.iter().zip(&healthy);
        let noticing =
            both.find(|((_, program), healthy)| found(program, Some(broken)) != **healthy);
        noticing.map(|((path, _), _)| path.display().to_string())
    });
}

/// Programs with threads that are alike may be the one.
#[test]
fn every_defect_of_symmetry_is_noticed() {
    let programs = ["N=2", "N=3"].map(|size| programs_in("threads/symmetry", Some(size))).concat();
    let found = |program: &Program, symmetry: Symmetry, broken: Option<Broken>| {
        [None, Some(vec![Property::Assert])].map(|properties| {
            places_found(program, &Options { properties, symmetry, broken, ..Options::default() })
        })
    };
    all_are_noticed(&Broken::OF_SYMMETRY, |broken| {
        noticing(&programs, |program| {
            found(program, Symmetry::On, Some(broken)) != found(program, Symmetry::Off, None)
        })
    });
}

/// Threads that are proved right alone, and are not in company.
#[test]
fn every_defect_of_parts_is_noticed() {
    let programs = programs_in("threads/parts", Some("N=4"));
    let found = |program: &Program, symmetry: Symmetry, broken: Option<Broken>| {
        let properties = Some(vec![Property::Assert]);
        let reduce = Reduce::None;
        places_found(
            program,
            &Options { properties, symmetry, reduce, broken, ..Options::default() },
        )
    };
    all_are_noticed(&Broken::OF_PARTS, |broken| {
        noticing(&programs, |program| {
            found(program, Symmetry::On, Some(broken)) != found(program, Symmetry::Off, None)
        })
    });
}

/// Steps that do not commute, and all that may follow them.
#[test]
fn every_defect_of_semi_commutation_is_noticed() {
    let programs = programs_in("threads/semi", Some("N=2"));
    let found = |program: &Program, reduce: Reduce, broken: Option<Broken>| {
        [None, Some(SummaryLimits::default())].map(|summaries| {
            let properties = Some(vec![Property::Assert]);
            let options = Options { properties, reduce, summaries, broken, ..Options::default() };
            places_found(program, &options)
        })
    };
    all_are_noticed(&Broken::OF_SEMI_COMMUTATION, |broken| {
        noticing(&programs, |program| {
            found(program, Reduce::Pdpor, Some(broken)) != found(program, Reduce::None, None)
        })
    });
}

/// Accesses that locks keep apart, and others.
#[test]
fn every_defect_of_locksets_is_noticed() {
    let found = |(path, program): &(PathBuf, Program), broken: Option<Broken>| {
        let text = std::fs::read_to_string(path).expect("a text");
        let only = [("race", Property::Race), ("assert", Property::Assert)];
        let only =
            only.into_iter().find(|(name, _)| text.contains(&format!("//@ property: {name}\n")));
        let learning = Some(SummaryLimits::default());
        let ways = [(Reduce::Pdpor, None), (Reduce::Pdpor, learning), (Reduce::Dpor, learning)];
        ways.map(|(reduce, summaries)| {
            let properties = only.map(|(_, property)| vec![property]);
            let options = Options { properties, reduce, summaries, broken, ..Options::default() };
            places_found(program, &options)
        })
    };
    let programs = programs_in("threads/lockset", Some("N=2"));
    // That the healthy engine finds what there is to find is for the corpus to tell.
    let healthy: Vec<_> = programs.iter().map(|program| found(program, None)).collect();
    all_are_noticed(&Broken::OF_LOCKSETS, |broken| {
        let mut both = programs.iter().zip(&healthy);
        let noticing = both.find(|(program, healthy)| found(program, Some(broken)) != **healthy);
        noticing.map(|((path, _), _)| path.display().to_string())
    });
}

/// What cancellation at any moment leaves out must not be more than what nobody can tell.
#[test]
fn every_defect_of_cancellation_is_noticed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/threads/cancel");
    let names = ["any_moment_handler_bad.c", "any_moment_spin_bad.c", "any_moment_last_bad.c"];
    let found = |name: &str, broken_checks: Option<BrokenChecks>| {
        let options = FrontendOptions { broken_checks, ..FrontendOptions::default() };
        let program = load(&[corpus.join(name)], &options).expect("a program of the corpus");
        places_found(&program, &Options { max_steps: Some(200), ..Options::default() })
    };
    for broken in BrokenChecks::ALL {
        let noticed = names.iter().any(|name| found(name, Some(broken)) != found(name, None));
        assert!(noticed, "{broken:?} is not noticed");
    }
}

/// Paths that are feasible from where two threads stand before the lines that are marked.
fn feasible_paths(name: &str, broken: Option<Broken>) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/from/feasible").join(name);
    let text = std::fs::read_to_string(&path).expect("a program");
    let program = load(&[path], &FrontendOptions::default()).expect("a program");
    let place = |mark: &str| {
        let line = text.lines().position(|line| line.ends_with(mark)).expect("a mark") as u32 + 1;
        let functions = program.functions.iter();
        let mut insts = functions.flat_map(|(func, function)| {
            let blocks = function.body.iter().flat_map(|body| body.blocks.iter());
            blocks.flat_map(move |(block, data)| {
                let insts = data.insts.iter().enumerate();
                insts.map(move |(inst, one)| (Position { func, block, inst: inst as u32 }, one.loc))
            })
        });
        insts.find(|(_, loc)| loc.get().is_some_and(|loc| loc.line == line)).expect("code").0
    };
    let standpoint = |mark| Standpoint { frames: vec![place(mark)], waiting: false };
    let context = [standpoint("// @one"), standpoint("// @two")];
    let options = Options { broken, ..Options::default() };
    let found = feasible(&program, &options, &context, 4, &Budget::default()).expect("a program");
    assert!(found.complete, "{name}");
    found.paths.len()
}

/// A store, and two looks at it: none, the second, or both of them see it.
#[test]
fn every_defect_of_feasible_paths_is_noticed() {
    let names = ["atomic.c", "locked.c"];
    assert_eq!(names.map(|name| feasible_paths(name, None)), [3, 3]);
    all_are_noticed(&Broken::OF_FEASIBLE, |broken| {
        let noticing = names.iter().find(|name| feasible_paths(name, Some(broken)) != 3);
        noticing.map(|name| (*name).to_owned())
    });
}

/// The programs in a directory of the corpus.
fn programs_in(directory: &str, define: Option<&str>) -> Vec<(PathBuf, Program)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let defines = define.map(str::to_owned).into_iter().collect();
    let options = FrontendOptions { defines, ..FrontendOptions::default() };
    let entries = std::fs::read_dir(corpus.join(directory)).expect("programs");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a program").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    let load = |path: &PathBuf| load(std::slice::from_ref(path), &options).expect("a program");
    paths.iter().map(|path| (path.clone(), load(path))).collect()
}

/// The name of a program that behaves differently.
fn noticing(programs: &[(PathBuf, Program)], differs: impl Fn(&Program) -> bool) -> Option<String> {
    let noticing = programs.iter().find(|(_, program)| differs(program));
    noticing.map(|(path, _)| path.display().to_string())
}

/// Every defect has a program that notices it.
fn all_are_noticed(defects: &[Broken], mut noticed_by: impl FnMut(Broken) -> Option<String>) {
    let mut unnoticed = Vec::new();
    for &broken in defects {
        match noticed_by(broken) {
            Some(name) => eprintln!("{broken:?} is noticed by {name}"),
            None => unnoticed.push(broken),
        }
    }
    assert!(unnoticed.is_empty(), "no program notices {unnoticed:?}");
}

/// What is found with so much work as takes about a second: with a defect, some programs do not end.
fn places_found(program: &Program, options: &Options) -> BTreeSet<(String, u32)> {
    let budget = Budget::default().part_of_work(20_000_000);
    let report = check(program, options, &budget, &mut ()).expect("a program");
    report.findings.iter().map(place).collect()
}

/// Messages that are handed on, and others that are not.
#[test]
fn every_defect_of_orders_is_noticed() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/threads");
    let names = [
        "orders/sequence_same_thread_ok.c",
        "orders/publish_acquire_only_bad.c",
        "orders/fence_both_ok.c",
        "cycles/weak_order_later_bad.c",
    ];
    for (broken, name) in Broken::OF_ORDERS.into_iter().zip(names) {
        let path = corpus.join(name);
        let program = load(&[path], &FrontendOptions::default()).expect("a program");
        let found = |broken: Option<Broken>| {
            let (properties, summaries) =
                (Some(vec![Property::Race]), Some(SummaryLimits::default()));
            let reduce = Reduce::None;
            let options = Options { properties, reduce, summaries, broken, ..Options::default() };
            let report = check(&program, &options, &Budget::default(), &mut ()).expect("a program");
            // A race that is none is not confirmed by the healthy engine that replays it: then the verdict is unknown.
            let places: BTreeSet<_> = report.findings.iter().map(place).collect();
            (report.verdict, places)
        };
        assert_ne!(found(None), found(Some(broken)), "{name} does not notice {broken:?}");
    }
}

/// For each defect of graphs a program below `tests` that notices it, and the model.
const GRAPHS: [(&str, MemoryModel); Broken::OF_GRAPHS.len()] = [
    ("litmus/release_sequence/add_rlx.c", MemoryModel::C11),
    ("litmus/mp/fence_ra.c", MemoryModel::C11),
    ("litmus/sb/fence_sc.c", MemoryModel::C11),
    ("litmus/sb/sc.c", MemoryModel::C11),
    ("litmus/coherence/corr_rlx.c", MemoryModel::C11),
    ("litmus/rmw/add3_rlx.c", MemoryModel::C11),
    ("litmus/rmw/add3_rlx.c", MemoryModel::C11),
    ("litmus/rmw/add3_rlx.c", MemoryModel::C11),
    ("litmus/rmw/xchg_seen.c", MemoryModel::C11),
    ("corpus/models/spin_ok.c", MemoryModel::C11),
    ("corpus/models/bounded_wait_bad.c", MemoryModel::C11),
    ("litmus/mp/plain_lock.c", MemoryModel::C11),
    ("litmus/mp/plain_lock.c", MemoryModel::C11),
    ("corpus/models/inputs_revisited_ok.c", MemoryModel::C11),
    ("litmus/mp/rlx.c", MemoryModel::Tso),
    ("litmus/mp/rel.c", MemoryModel::Pso),
    ("litmus/sb/between_rlx.c", MemoryModel::Tso),
    ("litmus/sb/own_rlx.c", MemoryModel::Tso),
    ("litmus/mp/plain_rlx.c", MemoryModel::Pso),
    ("corpus/models/section_ok.c", MemoryModel::C11),
    ("corpus/models/bounded_fence_bad.c", MemoryModel::C11),
    ("corpus/models/alone_between_bad.c", MemoryModel::C11),
    ("corpus/models/cleared_ok.c", MemoryModel::C11),
    ("corpus/models/created_after_ok.c", MemoryModel::Pso),
    ("corpus/models/section_creates_bad.c", MemoryModel::Tso),
    ("corpus/models/cancelled_buffers_bad.c", MemoryModel::Tso),
    ("corpus/models/joined_later_bad.c", MemoryModel::C11),
    ("corpus/models/cut_reached_unknown.c", MemoryModel::C11),
];

/// Graphs of memory models: verdicts, findings, or how many graphs there are.
#[test]
fn every_defect_of_graphs_is_noticed() {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    for (broken, (name, memory_model)) in Broken::OF_GRAPHS.into_iter().zip(GRAPHS) {
        let program = load(&[tests.join(name)], &FrontendOptions::default()).expect("a program");
        let found = |broken: Option<Broken>| {
            let options = Options { memory_model, broken, ..Options::default() };
            // A defect may make it endless.
            let budget = Budget::new(Some(Duration::from_secs(3)), None);
            let report = check(&program, &options, &budget, &mut ()).expect("a program");
            let places: BTreeSet<_> = report.findings.iter().map(place).collect();
            (report.verdict, places, report.stats.graphs, report.stats.blocked_graphs)
        };
        assert_ne!(found(None), found(Some(broken)), "{name} does not notice {broken:?}");
    }
}

/// Random programs of the fuzzer of memory models notice that a write is forgotten: what `main` leaves between two generations of threads, and what it
/// writes over atomic variables in another size. Without a defect they have as many graphs as the oracle says.
#[test]
fn defects_of_writes_are_noticed_by_random_programs() {
    let limits = Limits { states: 20_000, candidates: 50_000 };
    let judged = |generations: bool| {
        let drawn = (1..).map(|seed| generate(&mut Random::new(seed)));
        let drawn = drawn.filter(move |program| {
            let fits = program.main().is_some() == generations && program.is_counted();
            fits && (generations || program.has_record())
        });
        drawn.filter_map(|program| {
            let [.., c11] = answers(&program, &limits).ok()?;
            let fits = !c11.stuck && !c11.races && c11.graphs <= 30;
            fits.then_some((program, c11))
        })
    };
    let programs: Vec<_> = judged(true).take(24).chain(judged(false).take(24)).collect();
    let allowed = |outcomes: &BTreeSet<Vec<i64>>| Ending::OneOf(outcomes.iter().cloned().collect());
    let printed: Vec<_> =
        programs.iter().map(|(program, c11)| (program, allowed(&c11.outcomes))).collect();
    let text = print_together(&printed, printed.len()).text;
    let text = format!("#define {MAIN_OF_ALL} main\n{text}");
    let file = std::env::temp_dir().join(format!("raddle-generations-{}.c", std::process::id()));
    std::fs::write(&file, text).expect("a scratch file");
    let include = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../frontend/include");
    let includes = FrontendOptions { include_dirs: vec![include], ..FrontendOptions::default() };
    let program = load(std::slice::from_ref(&file), &includes).expect("a program");
    let found = |broken: Option<Broken>| {
        let options = Options { memory_model: MemoryModel::C11, broken, ..Options::default() };
        let budget = Budget::new(Some(Duration::from_secs(20)), None);
        let report = check(&program, &options, &budget, &mut ()).expect("a program");
        (report.verdict, report.stats.graphs)
    };
    let graphs = programs.iter().map(|(_, c11)| c11.graphs).sum();
    assert_eq!(found(None), (Verdict::Safe, Some(graphs)));
    for broken in [Broken::WrittenAloneForgotten, Broken::OtherSizesForgotten] {
        assert_ne!(found(Some(broken)), (Verdict::Safe, Some(graphs)), "{broken:?} is not noticed");
    }
    let _ = std::fs::remove_file(file);
}

fn found_with_summaries(
    program: &Program,
    properties: &Option<Vec<Property>>,
    max_steps: Option<u64>,
    broken: Option<Broken>,
) -> BTreeSet<(String, u32)> {
    let summaries = Some(SummaryLimits::default());
    let properties = properties.clone();
    // Roles that may change pin what this defect leaves open.
    let symmetry = Symmetry::Off;
    let options =
        Options { properties, summaries, symmetry, broken, max_steps, ..Options::default() };
    let report = check(program, &options, &Budget::default(), &mut ()).expect("a program");
    report.findings.iter().map(place).collect()
}

fn place(finding: &raddle_findings::Finding) -> (String, u32) {
    (finding.code.clone(), finding.location.as_ref().map_or(0, |location| location.line))
}

fn witness(&(name, define, preemptions): &(&'static str, Option<&str>, Option<u32>)) -> Witness {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/threads");
    let options = FrontendOptions {
        defines: define.into_iter().map(str::to_owned).collect(),
        ..FrontendOptions::default()
    };
    let program = load(&[corpus.join(name)], &options).expect("a program of the corpus");
    let healthy = outcome(&program, preemptions, None);
    Witness { name, program, preemptions, healthy }
}

fn outcome(program: &Program, preemptions: Option<u32>, broken: Option<Broken>) -> Outcome {
    let options = Options {
        properties: Some(vec![Property::Assert, Property::Deadlock]),
        reduce: Reduce::Dpor,
        summaries: None,
        preemptions,
        broken,
        ..Options::default()
    };
    let report: Report =
        check(program, &options, &Budget::default(), &mut ()).expect("a program to check");
    Outcome {
        findings: report.findings.iter().map(place).collect(),
        full_runs: report.stats.full_runs,
    }
}

/// A loop whose rounds differ in memory only.
#[test]
fn every_defect_of_endless_work_is_noticed() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/seq/endless");
    let path = corpus.join("long_count_bad.c");
    let program = load(&[path], &FrontendOptions::default()).expect("a program");
    let verdict = |broken: Option<Broken>| {
        let options = Options { broken, ..Options::default() };
        check(&program, &options, &Budget::default(), &mut ()).expect("a program").verdict
    };
    assert_eq!(verdict(None), Verdict::Unsafe);
    for broken in Broken::OF_ENDLESS_WORK {
        assert_eq!(verdict(Some(broken)), Verdict::Safe, "{broken:?} is not noticed");
    }
}
