//! What goes together and what does not, on requests and facts written by hand.

use raddle_machine::SetupError;
use raddle_plan::{
    Facts, LookAhead, MemoryModel, Options, Plan, Processes, Property, Reduce, Slices, Slicing,
    Strategy, Symmetry, Technique, unheeded_orders,
};

fn threads() -> Facts {
    Facts {
        properties: vec![Property::Assert, Property::Memory, Property::Race, Property::Deadlock],
        threads: true,
        alike: true,
        weak_orders: false,
        obscure: false,
        asks_for_ends: false,
        runs_at_the_end: false,
        thread_locals: false,
        pointer_bits: 64,
        unknown_memory: false,
        guided: false,
    }
}

fn plan(facts: &Facts, options: &Options) -> Plan {
    Plan::resolve(facts, options).expect("it has a meaning")
}

#[test]
fn without_flags_what_pays_is_used() {
    let plan = plan(&threads(), &Options::default());
    assert!(plan.optimal && plan.symmetry && plan.rests && plan.circles && plan.second_search);
    assert!(plan.summaries.is_some() && plan.probes && plan.idle_values);
    assert_eq!(plan.look_ahead, Some(LookAhead::Seldom));
    assert_eq!(plan.processes, Processes::Together);
    assert!(!plan.persistent_sets && !plan.semi_commutation && !plan.leaves_out());
}

#[test]
fn what_was_asked_for_and_is_not_used_is_told_with_a_reason() {
    let asked = vec![Technique::Summaries, Technique::Symmetry];
    let request =
        Options { preemptions: Some(2), symmetry: Symmetry::On, asked, ..Options::default() };
    let plan = plan(&threads(), &request);
    assert!(plan.summaries.is_none() && !plan.symmetry && !plan.optimal);
    let listed = plan.listed(&threads());
    let refused: Vec<_> = listed.iter().filter(|one| one.asked && !one.used).collect();
    assert_eq!(refused.len(), 2);
    assert!(refused[0].because.as_deref().is_some_and(|why| why.contains("--preemptions")));
    assert_eq!(refused[1].because.as_deref(), Some("there are no summaries"));
}

#[test]
fn probes_begin_beside_searches_that_nobody_bounds_or_compares() {
    let unbounded = |options: &Options| plan(&threads(), options).probes;
    assert!(unbounded(&Options { unwind: Some(3), ..Options::default() }));
    for options in [
        Options { summaries: None, ..Options::default() },
        Options { max_steps: Some(9), ..Options::default() },
        Options { preemptions: Some(1), ..Options::default() },
        Options { reduce: Reduce::None, ..Options::default() },
        Options { record_tree: true, ..Options::default() },
        Options { emit_tests: true, ..Options::default() },
    ] {
        assert!(!unbounded(&options), "{options:?}");
    }
}

#[test]
fn sides_are_joined_where_nobody_wants_paths_told_apart() {
    let joins = |facts: &Facts, options: &Options| plan(facts, options).joins;
    assert!(joins(&threads(), &Options::default()));
    for options in [
        Options { joins: false, ..Options::default() },
        Options { summaries: None, ..Options::default() },
        Options { emit_tests: true, ..Options::default() },
        Options { record_tree: true, ..Options::default() },
    ] {
        assert!(!joins(&threads(), &options), "{options:?}");
    }
    assert!(!joins(&Facts { unknown_memory: true, ..threads() }, &Options::default()));
}

#[test]
fn leaks_depend_on_all_values() {
    let leaks = Facts { properties: vec![Property::Leak], ..threads() };
    assert!(!plan(&leaks, &Options::default()).idle_values);
}

#[test]
fn property_driven_reduction_is_not_for_races() {
    let request = Options { reduce: Reduce::Pdpor, ..Options::default() };
    let all = plan(&threads(), &request);
    assert!(all.persistent_sets && !all.semi_commutation && all.look_ahead.is_none());
    let assertions = Facts { properties: vec![Property::Assert], ..threads() };
    assert!(plan(&assertions, &request).semi_commutation);
    let races = Facts { properties: vec![Property::Race], ..threads() };
    assert_eq!(plan(&races, &request).look_ahead, Some(LookAhead::Always));
}

#[test]
fn slices_wait_unless_they_are_asked_for() {
    let assertions = Facts { properties: vec![Property::Assert], ..threads() };
    assert_eq!(plan(&assertions, &Options::default()).slices, Slices::Later);
    assert_eq!(plan(&threads(), &Options::default()).slices, Slices::Never);
    let request = Options { slice: Slicing::On, ..Options::default() };
    let now = plan(&assertions, &request);
    assert!(now.slices == Slices::AtOnce && now.essence && now.leaves_out());
    let tests = Options { emit_tests: true, ..request };
    assert_eq!(plan(&assertions, &tests).slices, Slices::Never);
}

#[test]
fn requests_without_a_sound_meaning_are_refused() {
    let breadth = Options { strategy: Strategy::Bfs, ..Options::default() };
    assert!(matches!(Plan::resolve(&threads(), &breadth), Err(SetupError::OrderWithThreads)));
    let unknown = Facts { unknown_memory: true, ..threads() };
    let sliced = Options { slice: Slicing::On, ..Options::default() };
    assert!(matches!(Plan::resolve(&unknown, &sliced), Err(SetupError::NotWithUnknownMemory(_))));
    let plain = plan(&unknown, &Options::default());
    assert!(plain.summaries.is_none() && plain.look_ahead.is_none());
}

/// A memory model that was asked for, and what means something in one order of all operations only.
#[test]
fn memory_models_are_not_combined_with_what_they_would_ignore() {
    let c11 = Options { memory_model: MemoryModel::C11, ..Options::default() };
    assert_eq!(plan(&threads(), &c11).memory_model, MemoryModel::C11);
    let refused = [
        Options { reduce: Reduce::None, ..c11.clone() },
        Options { preemptions: Some(1), ..c11.clone() },
        Options { max_steps: Some(9), ..c11.clone() },
        Options { record_tree: true, ..c11.clone() },
        Options { emit_tests: true, ..c11.clone() },
        Options { one_schedule: true, ..c11.clone() },
    ];
    let weak = Facts { weak_orders: true, ..threads() };
    for options in refused {
        let refusal = Plan::resolve(&threads(), &options);
        assert!(matches!(refusal, Err(SetupError::NotWithMemoryModel("c11", _))), "{refusal:?}");
        // Who leaves the choice to us gets one order, and is told.
        let auto = Options { memory_model: MemoryModel::Auto, ..options };
        assert_eq!(plan(&weak, &auto).memory_model, MemoryModel::Sc);
        assert!(unheeded_orders(&weak, &auto).is_some());
    }
    assert_eq!(plan(&weak, &Options::default()).memory_model, MemoryModel::C11);
    let unknown = Facts { unknown_memory: true, ..weak };
    assert_eq!(plan(&unknown, &Options::default()).memory_model, MemoryModel::C11);
}

#[test]
fn one_thread_is_shared_with_and_without_summaries() {
    let alone = Facts { threads: false, alike: false, ..threads() };
    let request = Options { summaries: None, ..Options::default() };
    assert_eq!(plan(&alone, &request).processes, Processes::Together);
    assert_eq!(plan(&alone, &Options::default()).processes, Processes::Together);
    let first = Options { first: true, ..request };
    assert!(matches!(plan(&alone, &first).processes, Processes::One(_)));
    let listed = plan(&alone, &Options::default()).listed(&alone);
    assert!(listed.iter().all(|one| one.technique != "symmetry"), "it is about threads");
}

#[test]
fn property_driven_steps_come_before_slices() {
    let assertions = Facts { properties: vec![Property::Assert], ..threads() };
    let used = |facts: &Facts, options: &Options| plan(facts, options).property_driven;
    assert!(used(&assertions, &Options::default()));
    assert!(!used(&threads(), &Options::default()), "races are a matter of the order itself");
    for options in [
        Options { slice: Slicing::Off, ..Options::default() },
        Options { slice: Slicing::On, ..Options::default() },
        Options { summaries: None, ..Options::default() },
        Options { preemptions: Some(1), ..Options::default() },
        Options { reduce: Reduce::Persistent, ..Options::default() },
        Options { emit_tests: true, ..Options::default() },
    ] {
        assert!(!used(&assertions, &options), "{options:?}");
    }
}
