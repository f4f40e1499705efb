//! Which techniques an exploration uses, which it does not, and why: the only place where that is decided.
//!
//! A technique is used unless something speaks against it. Each has a list of what does, in the order in which it is told to people: first
//! what was not asked for, then what another flag wants, then what the program is. A request that has no sound meaning is refused. Whoever carries out a
//! plan may give a technique up when it does not pay; that is counted in the statistics and is no part of the plan.

use raddle_findings::PlannedTechnique;
use raddle_machine::{Property, SetupError};
use raddle_reduce::Broken;

use crate::facts::Facts;
use crate::options::{MemoryModel, Options, Reduce, Slicing, Strategy, SummaryLimits, Symmetry};
use crate::technique::Technique;

/// What was decided about a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub technique: Technique,
    /// Why it is not used, if it is not.
    pub against: Option<&'static str>,
    /// Somebody asked for it by name.
    pub asked: bool,
}

/// From how many states it is looked ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookAhead {
    /// From all of them.
    Always,
    /// Races are all that is looked for, and the search learns besides.
    Often,
    /// More than races is looked for.
    Seldom,
}

/// When a slice of the program is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slices {
    Never,
    AtOnce,
    /// If the whole program takes long.
    Later,
}

/// How several processes can explore one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processes {
    /// They cannot, because of this.
    One(&'static str),
    /// They can: what is met in one part tells what has to be tried in others.
    Together,
}

/// How a program is explored.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Never `Auto`.
    pub memory_model: MemoryModel,
    pub reduce: Reduce,
    /// Races may be reversed in the optimal way where nothing is pruned.
    pub optimal: bool,
    /// No other order of threads is explored than the first.
    pub one_schedule: bool,
    pub persistent_sets: bool,
    pub semi_commutation: bool,
    pub look_ahead: Option<LookAhead>,
    pub summaries: Option<SummaryLimits>,
    pub symmetry: bool,
    /// What was learnt of few threads alone covers states in which they are together.
    pub parts: bool,
    /// States rest in local work where branches on inputs come together.
    pub rests: bool,
    /// Short sides of branches on inputs are joined.
    pub joins: bool,
    pub circles: bool,
    /// A search without summaries takes turns with the one that learns.
    pub second_search: bool,
    pub slices: Slices,
    /// Before a slice, all of the program is explored once more with steps that the property allows.
    pub property_driven: bool,
    /// What assertions depend on is explored alone first.
    pub essence: bool,
    /// Sides of branches that cannot lead to the property are not taken.
    pub skips_sides: bool,
    /// Short bounded searches begin beside the one that looks at everything.
    pub probes: bool,
    /// On a run without end, values that nothing depends on are all the same.
    pub idle_values: bool,
    /// Circles are also closed by states that differ in names of memory.
    pub renamed_circles: bool,
    /// The search ends as soon as everything that can be found was found.
    pub ends_with_the_last_finding: bool,
    pub processes: Processes,
    pub max_steps: Option<u64>,
    pub preemptions: Option<u32>,
    /// Of several threads to try first, take the newest.
    pub descending: bool,
    pub eager_turns: bool,
    pub broken: Option<Broken>,
    pub decisions: Vec<Decision>,
}

const GRAPHS: &str = "--memory-model explores graphs, each once";
const NOT_ASKED: &str = "nobody asked for it";
const FRONTIER: &str = "orders other than depth first do without";
const PREEMPTIONS: &str = "--preemptions leaves out schedules that it would rely on";
const MAX_STEPS: &str = "--max-steps ends runs early";
const ALL_PATHS: &str = "--emit-tests wants every path";
const TREE: &str = "--tree shows one whole search";
const UNKNOWN_MEMORY: &str = "the search starts with memory that nobody knows";
/// What is learnt of a state would have to say whether that moment has come.
const LATE: &str = "misbehaviour counts from some moment on";
/// Where what follows begins is seen by going there.
const PIECES: &str = "the ends of a piece of the program are looked for";
const ONE_PROPERTY: &str = "one property is checked on its own";
const NO_SUMMARIES: &str = "there are no summaries";
const STATIC: &str =
    "--reduce persistent and pdpor decide by whole transitions, and by the names of threads";
const DEFECT: &str = "a deliberate defect is to be noticed without it";

impl Plan {
    pub fn resolve(facts: &Facts, options: &Options) -> Result<Plan, SetupError> {
        refuse(facts, options)?;
        Ok(Resolution { facts, options, decisions: Vec::new() }.plan())
    }

    /// Whether races of a run show which other orders have to be tried.
    pub fn reverses(&self) -> bool {
        self.reduce == Reduce::Dpor && !self.one_schedule
    }

    /// Whether what is not seen any more has to be assumed from the start.
    pub fn leaves_out(&self) -> bool {
        self.slices == Slices::AtOnce || self.skips_sides || self.reduce == Reduce::Pdpor
    }

    /// The decisions in the form of reports; those about threads only where there are any, or where they were asked for.
    pub fn listed(&self, facts: &Facts) -> Vec<PlannedTechnique> {
        let matters = |decision: &&Decision| {
            decision.asked || facts.threads || !decision.technique.needs_threads()
        };
        let decisions = self.decisions.iter().filter(matters);
        let listed = decisions.map(|decision| PlannedTechnique {
            technique: decision.technique.name().to_owned(),
            used: decision.against.is_none(),
            because: decision.against.map(str::to_owned),
            asked: decision.asked,
        });
        listed.collect()
    }
}

/// Complains about requests without a sound meaning.
fn refuse(facts: &Facts, options: &Options) -> Result<(), SetupError> {
    // The other orders neither look for races nor notice loops that only wait, so they could call a program safe that is not.
    if is_frontier(options.strategy) && facts.threads {
        return Err(SetupError::OrderWithThreads);
    }
    // The analysis of pointers knows nothing of a caller's memory.
    if facts.unknown_memory && options.reduce.is_static() {
        return Err(SetupError::NotWithUnknownMemory("--reduce persistent and pdpor"));
    }
    if facts.unknown_memory && options.slice == Slicing::On {
        return Err(SetupError::NotWithUnknownMemory("--slice on"));
    }
    let resolution = Resolution { facts, options, decisions: Vec::new() };
    match resolution.against_memory_orders().filter(|_| options.memory_model.has_graphs()) {
        Some(why) => Err(SetupError::NotWithMemoryModel(options.memory_model.name(), why)),
        None => Ok(()),
    }
}

fn is_frontier(strategy: Strategy) -> bool {
    match strategy {
        Strategy::Bfs | Strategy::Random | Strategy::Coverage => true,
        Strategy::Dfs | Strategy::Distance => false,
    }
}

/// A plan in the making.
struct Resolution<'a> {
    facts: &'a Facts,
    options: &'a Options,
    decisions: Vec<Decision>,
}

/// What speaks against a technique, if the first part is true.
type Objection = (bool, &'static str);

/// Why the orders are not explored that a program names, if they are not: it asks for them.
pub fn unheeded_orders(facts: &Facts, options: &Options) -> Option<Decision> {
    let asked = facts.weak_orders && options.memory_model == MemoryModel::Auto;
    let resolution = Resolution { facts, options, decisions: Vec::new() };
    let against = resolution.against_memory_orders().filter(|_| asked);
    against.map(|_| Decision { technique: Technique::MemoryOrders, against, asked })
}

impl Resolution<'_> {
    fn plan(mut self) -> Plan {
        let options = self.options;
        self.dynamic_reduction();
        let optimal = self.optimal_reversal();
        let persistent_sets = self.persistent_sets();
        let (slices, essence) = (self.slices(), self.essence());
        let semi_commutation = self.semi_commutation(persistent_sets, slices);
        let property_driven = self.property_driven(slices);
        let look_ahead = self.look_ahead();
        let learns = self.summaries();
        let summaries = options.summaries.filter(|_| learns);
        let symmetry = self.symmetry(learns);
        let parts = self.parts(symmetry);
        let rests = self.rests(learns);
        let joins = self.joins(learns);
        let circles = self.circles(learns);
        let second_search = self.second_search(learns);
        let skips_sides = self.skipped_sides();
        let probes = self.probes(learns);
        let idle_values = self.idle_values(circles);
        let renamed_circles = self.renamed_circles(circles);
        let all_runs_wanted = options.record_tree || options.emit_tests;
        Plan {
            memory_model: self.memory_model(),
            reduce: options.reduce,
            optimal,
            one_schedule: options.one_schedule,
            persistent_sets,
            semi_commutation,
            look_ahead,
            summaries,
            symmetry,
            parts,
            rests,
            joins,
            circles,
            second_search,
            slices,
            property_driven,
            essence,
            skips_sides,
            probes,
            idle_values,
            renamed_circles,
            ends_with_the_last_finding: learns
                && !all_runs_wanted
                && self.facts.only(Property::Assert),
            processes: self.processes(),
            max_steps: options.max_steps,
            preemptions: options.preemptions,
            descending: options.descending,
            eager_turns: options.eager_turns,
            broken: options.broken,
            decisions: self.decisions,
        }
    }

    /// Whether nothing speaks against a technique.
    fn decide(&mut self, technique: Technique, objections: &[Objection]) -> bool {
        let objection = objections.iter().find(|(applies, _)| *applies);
        let graphs = self.memory_model().has_graphs().then_some(GRAPHS);
        let against = graphs.or(objection.map(|&(_, why)| why));
        let asked = self.options.asked.contains(&technique);
        self.decisions.push(Decision { technique, against, asked });
        against.is_none()
    }

    fn is_frontier(&self) -> bool {
        is_frontier(self.options.strategy)
    }

    /// The memory model that is explored.
    fn memory_model(&self) -> MemoryModel {
        let options = self.options;
        if options.memory_model != MemoryModel::Auto {
            return options.memory_model;
        }
        let weak = self.facts.weak_orders && self.against_memory_orders().is_none();
        if weak { MemoryModel::C11 } else { MemoryModel::Sc }
    }

    /// What was asked for that only one order of all operations can do.
    fn against_memory_orders(&self) -> Option<&'static str> {
        let options = self.options;
        let objections: [Objection; 9] = [
            (self.is_frontier(), "--strategy names an order of paths"),
            (options.reduce != Reduce::Dpor, "--reduce is for one order of all operations"),
            (options.preemptions.is_some(), "--preemptions are those of one order of operations"),
            (options.max_steps.is_some(), "--max-steps counts in one order of operations"),
            (options.record_tree, "the explored tree is one of orders of operations"),
            (options.emit_tests, "tests are emitted for orders of operations"),
            (
                options.one_schedule || options.pieces.is_some() || options.counts_after.is_some(),
                "schedules are orders of operations",
            ),
            (options.surroundings.is_some(), "a context is a state of one order of all operations"),
            (
                options.broken.is_some() && options.memory_model == MemoryModel::Auto,
                "a deliberate defect is of another search",
            ),
        ];
        objections.iter().find(|(applies, _)| *applies).map(|&(_, why)| why)
    }

    fn dynamic_reduction(&mut self) -> bool {
        let objections = [
            (self.options.reduce != Reduce::Dpor, "--reduce names another one"),
            (self.is_frontier(), FRONTIER),
        ];
        self.decide(Technique::DynamicReduction, &objections)
    }

    fn optimal_reversal(&mut self) -> bool {
        let options = self.options;
        let objections = [
            (options.reduce != Reduce::Dpor, "it is a part of --reduce dpor"),
            (self.is_frontier(), FRONTIER),
            (options.max_steps.is_some(), MAX_STEPS),
            (options.preemptions.is_some(), PREEMPTIONS),
            (options.one_schedule, "one order of threads is enough"),
            (self.facts.obscure, "the program calls a function that hides what it accesses"),
        ];
        self.decide(Technique::OptimalReversal, &objections)
    }

    fn persistent_sets(&mut self) -> bool {
        let objections = [
            (!self.options.reduce.is_static(), NOT_ASKED),
            // A run that covers another one may need more preemptions.
            (self.options.preemptions.is_some(), PREEMPTIONS),
        ];
        self.decide(Technique::PersistentSets, &objections)
    }

    fn semi_commutation(&mut self, persistent_sets: bool, slices: Slices) -> bool {
        let facts = self.facts;
        let of_order = [Property::Race, Property::Overflow, Property::Leak];
        let objections = [
            (self.options.reduce != Reduce::Pdpor, NOT_ASKED),
            (!persistent_sets, PREEMPTIONS),
            (
                of_order.iter().any(|&property| facts.asks(property)),
                "races, overflows and leaks are a matter of the order itself",
            ),
            (slices == Slices::AtOnce, "some values are any values in a slice"),
            (self.options.counts_after.is_some(), LATE),
            (self.options.pieces.is_some(), PIECES),
        ];
        self.decide(Technique::SemiCommutation, &objections)
    }

    /// What speaks against a slice that is tried later speaks against this, too: both are for assertions, and say *safe* or nothing.
    fn property_driven(&mut self, slices: Slices) -> bool {
        let objections = [
            (slices != Slices::Later, "it comes before slices that are tried later"),
            (self.options.preemptions.is_some(), PREEMPTIONS),
            (self.has_defect_but(&Broken::OF_SEMI_COMMUTATION), DEFECT),
        ];
        self.decide(Technique::PropertyDriven, &objections)
    }

    fn look_ahead(&mut self) -> Option<LookAhead> {
        let (facts, options) = (self.facts, self.options);
        let races_only = facts.only(Property::Race);
        let way = match options.reduce {
            Reduce::Dpor if races_only => LookAhead::Often,
            Reduce::Dpor => LookAhead::Seldom,
            Reduce::None | Reduce::Persistent | Reduce::Pdpor => LookAhead::Always,
        };
        let bounded = options.unwind.is_some()
            || options.max_steps.is_some()
            || options.max_threads.is_some()
            || options.preemptions.is_some();
        let objections = [
            (
                matches!(options.reduce, Reduce::None | Reduce::Persistent),
                "it is a part of --reduce dpor and pdpor",
            ),
            (self.is_frontier(), FRONTIER),
            (
                options.reduce == Reduce::Pdpor && !races_only,
                "with --reduce pdpor it is for races alone",
            ),
            // Without summaries it is what everything else is compared with.
            (options.reduce == Reduce::Dpor && options.summaries.is_none(), NO_SUMMARIES),
            (options.reduce == Reduce::Dpor && facts.unknown_memory, UNKNOWN_MEMORY),
            (options.counts_after.is_some(), LATE),
            (options.pieces.is_some(), PIECES),
            (
                facts.asks(Property::Overflow) || facts.asks(Property::Leak),
                "it does not look at overflows and leaks",
            ),
            (options.aim.is_some() || facts.guided, ONE_PROPERTY),
            (bounded, "a bound cuts runs that it would follow"),
            (options.emit_tests, ALL_PATHS),
            (facts.pointer_bits != 64, "pointers have 32 bits"),
            (facts.thread_locals, "there are thread-local variables"),
            (facts.runs_at_the_end, "something may run when a thread ends"),
            // The end of a thread is not among the accesses that it notes.
            (facts.asks_for_ends, "somebody asks whether a thread has ended"),
            (self.has_defect_but(&Broken::OF_LOCKSETS), DEFECT),
        ];
        self.decide(Technique::LookAhead, &objections).then_some(way)
    }

    fn summaries(&mut self) -> bool {
        let options = self.options;
        let objections = [
            (options.summaries.is_none(), "--summaries off"),
            (self.is_frontier(), FRONTIER),
            // A bound on schedules cuts what a summary would have to speak of.
            (options.preemptions.is_some(), PREEMPTIONS),
            // They follow one of the objects that an access may go to.
            (self.facts.unknown_memory, UNKNOWN_MEMORY),
            (options.counts_after.is_some(), LATE),
            (options.pieces.is_some(), PIECES),
        ];
        self.decide(Technique::Summaries, &objections)
    }

    fn symmetry(&mut self, learns: bool) -> bool {
        let (facts, options) = (self.facts, self.options);
        let objections = [
            (options.symmetry == Symmetry::Off, "--symmetry off"),
            (!learns, NO_SUMMARIES),
            // Which threads persistent sets leave out is decided by name.
            (options.reduce.is_static(), STATIC),
            (facts.pointer_bits != 64, "pointers have 32 bits"),
            (
                options.symmetry == Symmetry::Auto && !facts.alike,
                "no two threads run the same code",
            ),
        ];
        self.decide(Technique::Symmetry, &objections)
    }

    fn parts(&mut self, symmetry: bool) -> bool {
        let (facts, options) = (self.facts, self.options);
        let of_several = [Property::Race, Property::Deadlock, Property::Leak, Property::Memory];
        let objections = [
            (!symmetry, "symmetry is not used"),
            // It pays in few programs, and not every part of its argument has a program that notices its absence.
            (options.symmetry != Symmetry::On, "it is a part of --symmetry on"),
            (
                of_several.into_iter().any(|property| facts.asks(property)),
                "it is for assertions and overflow alone",
            ),
        ];
        self.decide(Technique::Parts, &objections)
    }

    fn rests(&mut self, learns: bool) -> bool {
        let options = self.options;
        let objections = [
            (!learns, NO_SUMMARIES),
            // A persistent set is worked out from whole transitions.
            (options.reduce.is_static(), STATIC),
            (options.max_steps.is_some(), MAX_STEPS),
            (options.record_tree, TREE),
        ];
        self.decide(Technique::Rests, &objections)
    }

    fn joins(&mut self, learns: bool) -> bool {
        let options = self.options;
        let objections = [
            (!options.joins, "--no-joins"),
            // Without summaries it is what everything else is compared with.
            (!learns, NO_SUMMARIES),
            // One input set per path is only had by following all paths.
            (options.emit_tests, ALL_PATHS),
            (options.record_tree, TREE),
            (self.is_frontier(), FRONTIER),
            (self.facts.unknown_memory || options.surroundings.is_some(), UNKNOWN_MEMORY),
            (options.counts_after.is_some(), LATE),
            (options.pieces.is_some(), PIECES),
            (options.aim.is_some(), ONE_PROPERTY),
            (self.has_defect_but(&Broken::OF_JOINS), DEFECT),
        ];
        self.decide(Technique::Joins, &objections)
    }

    fn circles(&mut self, learns: bool) -> bool {
        let objections = [(!learns, NO_SUMMARIES), (self.options.max_steps.is_some(), MAX_STEPS)];
        self.decide(Technique::Circles, &objections)
    }

    fn second_search(&mut self, learns: bool) -> bool {
        let options = self.options;
        let objections = [
            (!learns, NO_SUMMARIES),
            // The other reductions are for comparison with published figures, and a tree is one of one search.
            (options.reduce != Reduce::Dpor, "only beside --reduce dpor"),
            (options.record_tree, TREE),
            // What is noticed of a defect should not depend on whose turn it is.
            (self.has_defect_but(&Broken::OF_TURNS), DEFECT),
        ];
        self.decide(Technique::SecondSearch, &objections)
    }

    fn slices(&mut self) -> Slices {
        let (facts, options) = (self.facts, self.options);
        let later = options.slice == Slicing::Auto;
        let objections = [
            (options.slice == Slicing::Off, "--slice off"),
            // One input set per path is only had by following all paths.
            (options.emit_tests, ALL_PATHS),
            // Memory and races depend on nearly everything.
            (later && !facts.only(Property::Assert), "more than failed assertions is looked for"),
            (later && !facts.threads, "the program has one thread"),
            (later && options.strategy != Strategy::Dfs, "--strategy names an order"),
            (later && options.reduce != Reduce::Dpor, "only beside --reduce dpor"),
            (later && options.summaries.is_none(), NO_SUMMARIES),
            (later && options.aim.is_some(), ONE_PROPERTY),
            (later && options.record_tree, TREE),
            (later && facts.unknown_memory, UNKNOWN_MEMORY),
            (options.counts_after.is_some(), LATE),
            (options.pieces.is_some(), PIECES),
        ];
        match (self.decide(Technique::Slice, &objections), later) {
            (false, _) => Slices::Never,
            (true, true) => Slices::Later,
            (true, false) => Slices::AtOnce,
        }
    }

    fn essence(&mut self) -> bool {
        let (facts, options) = (self.facts, self.options);
        let objections = [
            (options.slice != Slicing::On, "it comes with slices"),
            (!facts.only(Property::Assert), "more than failed assertions is looked for"),
            (!facts.threads, "the program has one thread"),
            (options.emit_tests, ALL_PATHS),
            (options.record_tree, TREE),
            (options.aim.is_some(), ONE_PROPERTY),
            (options.counts_after.is_some(), LATE),
            (options.pieces.is_some(), PIECES),
        ];
        self.decide(Technique::Essence, &objections)
    }

    fn skipped_sides(&mut self) -> bool {
        let aim = self.options.aim.as_ref();
        let objections = [
            (aim.is_none(), "several properties are checked at once"),
            // A run must not end early, because later operations show which earlier ones have to be tried in another order.
            (!aim.is_some_and(|aim| aim.skip), "under reduction no run may end early"),
            (!self.facts.guided, "every operation can violate the property"),
        ];
        self.decide(Technique::SkippedSides, &objections)
    }

    fn probes(&mut self, learns: bool) -> bool {
        let options = self.options;
        let objections = [
            // Without summaries it is what everything else is compared with.
            (!learns, NO_SUMMARIES),
            (options.reduce != Reduce::Dpor, "only beside --reduce dpor"),
            (options.max_steps.is_some(), "--max-steps bounds runs already"),
            (options.one_schedule, "one order of threads is enough"),
            (options.record_tree, TREE),
            (options.emit_tests, ALL_PATHS),
            (self.has_defect_but(&Broken::OF_PROBES), DEFECT),
        ];
        self.decide(Technique::Probes, &objections)
    }

    fn renamed_circles(&mut self, circles: bool) -> bool {
        let facts = self.facts;
        let objections = [
            (!circles, "no circles of states are looked for"),
            (facts.asks(Property::Leak), "leaks depend on memory that nobody can reach"),
            (facts.unknown_memory, UNKNOWN_MEMORY),
            (facts.pointer_bits != 64, "pointers have 32 bits"),
        ];
        self.decide(Technique::RenamedCircles, &objections)
    }

    fn idle_values(&mut self, circles: bool) -> bool {
        let (facts, options) = (self.facts, self.options);
        let objections = [
            (!circles, "no circles of states are looked for"),
            (options.reduce != Reduce::Dpor, "only beside --reduce dpor"),
            (facts.asks(Property::Leak), "leaks depend on all values"),
            (facts.unknown_memory, UNKNOWN_MEMORY),
            (options.record_tree, TREE),
            (options.emit_tests, ALL_PATHS),
            (options.aim.is_some(), ONE_PROPERTY),
            (options.broken.is_some(), DEFECT),
        ];
        self.decide(Technique::IdleValues, &objections)
    }

    fn processes(&self) -> Processes {
        let (facts, options) = (self.facts, self.options);
        let objections = [
            (self.memory_model().has_graphs(), "--memory-model explores in one process"),
            (self.is_frontier(), "--strategy names an order"),
            (options.first, "--first ends with one finding"),
            (options.record_tree, TREE),
            (options.emit_tests, ALL_PATHS),
            (options.reduce.is_static(), "--reduce persistent and pdpor explore in one process"),
            (options.preemptions.is_some(), "--preemptions explores in one process"),
            (options.aim.is_some(), ONE_PROPERTY),
            (facts.pointer_bits != 64, "pointers have 32 bits"),
        ];
        match objections.iter().find(|(applies, _)| *applies) {
            Some(&(_, why)) => Processes::One(why),
            None => Processes::Together,
        }
    }

    fn has_defect_but(&self, own: &[Broken]) -> bool {
        self.options.broken.is_some_and(|broken| !own.contains(&broken))
    }
}

/// How one property is checked on its own: whether sides of branches that cannot lead to it are skipped, and what is sliced. Under partial-order reduction
/// a run must not end early; there the slice of the one property does the work. `directed`: not every operation can violate it.
pub fn guided_to_one(
    threads: bool,
    options: &Options,
    guided: bool,
    directed: bool,
) -> (bool, Slicing) {
    let reducing = threads && options.reduce == Reduce::Dpor;
    let slice = if guided && reducing && directed { Slicing::On } else { options.slice };
    (guided && !reducing, slice)
}
