//! The greedy search along a plan.
//!
//! In a state the thread moves that is nearest to the next milestone; if it cannot, whoever holds what it waits for, then the others. What
//! was passed over is kept, and taken up again, fewest departures from the greedy choice first. A milestone is met when a thread
//! is given its turn before one of its operations. Where no thread has a way to the next milestone any more, the run is given up. If it took a
//! detour for which there is a remedy, so is the plan, until the plans with remedies had their turn: to depart from it elsewhere hardly ever helps.
//!
//! A branch that went the wrong way is mended in two ways. What would turn it may happen before all that the plan wants next (the
//! paper's way); or right before the thread read what it decided by, which is tried from states of the run at hand in which that
//! thread held no lock, the latest first: others can do nothing for it while it holds one that they need.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use raddle_budget::{Budget, Stage};
use raddle_evidence::{Ledger, Visitor as _};
use raddle_expr::{Model, TermId};
use raddle_findings::Report;
use raddle_ir::Body;
use raddle_machine::{Detour, FaultKind, Machine, SetupError, State, ThreadId};
use raddle_moves::{self as enabled, Tried};
use raddle_plan::Options;
use raddle_pointsto::{PointsTo, Position};
use raddle_solver::{Answer, Path, Solver};
use raddle_target::{Definitions, Goal};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::hunt::plan::{Guides, Inputs, Milestone, Plan, PlanKey};
use crate::hunt::refine::remedies;
use crate::hunt::sets::TraceSet;
use crate::search::{self, Ready};

/// States that a plan may visit on the way to each milestone the first time it is tried, at least; later more. It is twice what the first run of all took to its end.
const LEAST_SHARE: u64 = 50;
/// The first run is ended after so many.
const LONGEST_FIRST_RUN: u64 = 50_000;
/// How many times more each time.
const GROWTH: u64 = 4;
/// Plans that are kept.
const MOST_PLANS: usize = 10_000;
/// States of a run from which a detour is mended.
const MOST_BEGINNINGS: usize = 4;
/// How often it is looked for what turns a branch.
const MOST_DETOURS: u32 = 64;

/// How the guided search went about it.
#[derive(Clone, Debug, Default)]
pub struct GuidedStats {
    pub states: u64,
    /// Plans that were followed.
    pub trace_sets: u64,
    /// Operations that the last plan wanted to happen in order.
    pub trace_length: u64,
    /// Operations that were put into that plan because of detours; a choice of inputs is none.
    pub refinements: u64,
    /// Of the plan that came nearest: how many of its milestones were met, and of how many.
    pub best: (u64, u64),
    /// Branches that nobody could pass, most often met first.
    pub blocking: Vec<Blocking>,
}

impl GuidedStats {
    /// Adds how another search went that did not find anything either.
    pub(crate) fn add(&mut self, other: GuidedStats) {
        self.states += other.states;
        self.trace_sets += other.trace_sets;
        if other.best.0 * self.best.1.max(1) >= self.best.0 * other.best.1.max(1) {
            self.best = other.best;
            (self.trace_length, self.refinements) = (other.trace_length, other.refinements);
        }
        for one in other.blocking {
            match self.blocking.iter_mut().find(|known| known.at == one.at) {
                Some(known) => known.times += one.times,
                None => self.blocking.push(one),
            }
        }
        self.blocking.sort_by_key(|one| Reverse(one.times));
    }
}

/// A branch that stood in the way.
#[derive(Clone, Copy, Debug)]
pub struct Blocking {
    pub at: Position,
    /// How often it went the other way.
    pub times: u64,
    /// Operations of the program that write what it depends on.
    pub writers: u64,
    /// It depends on inputs, and none turn it in time.
    pub on_inputs: bool,
}

/// Follows plans, beginning with those of the trace sets, until one reaches the goal; nothing if there is none left, or no time.
pub(crate) fn search(
    goal: &Goal,
    sets: &[TraceSet],
    points_to: &PointsTo,
    options: &Options,
    budget: &Budget,
    best: &AtomicU64,
) -> Result<(Option<Report>, GuidedStats), SetupError> {
    let Ready { mut machine, initial, properties, .. } =
        search::prepare(&goal.program, options, budget, &[])?;
    machine.config.guide_orders = true;
    machine.collect_detours();
    let mut nobody = ();
    let mut ledger = Ledger::new(&goal.program, options, &properties, budget, &mut nobody);
    let definitions = Definitions::new(&goal.program, points_to);
    let mut guided = Guided {
        guides: Guides::new(&goal.program, points_to, budget),
        definitions: &definitions,
        machine: &mut machine,
        ledger: &mut ledger,
        plans: BinaryHeap::new(),
        known: FxHashSet::default(),
        made: 0,
        turned: FxHashMap::default(),
        share: LONGEST_FIRST_RUN,
        first_run: true,
        begun: None,
        initial: initial.clone(),
        refined: 0,
        stats: GuidedStats::default(),
        best,
        stopped: false,
    };
    guided.start_with(goal, sets);
    let reached = guided.run(&initial);
    let mut stats = guided.stats;
    stats.blocking.sort_by_key(|one| Reverse(one.times));
    let report = reached.then(|| ledger.report(&machine));
    Ok((report, stats))
}

struct Guided<'g, 'm, 'p, 'l> {
    machine: &'m mut Machine<'p>,
    ledger: &'m mut Ledger<'l, 'p>,
    guides: Guides<'g>,
    definitions: &'g Definitions<'g>,
    /// Those with the fewest guesses and the shortest come first.
    plans: BinaryHeap<Reverse<Queued>>,
    /// Plans, and the schedules of the states that they begin in.
    known: FxHashSet<(PlanKey, Vec<ThreadId>)>,
    made: u64,
    /// How often each branch was to be turned.
    turned: FxHashMap<(Position, bool), u32>,
    /// What the plan at hand may visit.
    share: u64,
    /// No run has come to its end yet.
    first_run: bool,
    /// Where it began.
    begun: Option<Begin>,
    initial: State,
    /// Plans that were made because of a detour.
    refined: u64,
    stats: GuidedStats,
    /// The same as in `stats`, for whoever looks on: milestones met in the upper half, all in the lower one.
    best: &'g AtomicU64,
    stopped: bool,
}

/// Where a plan begins: in a state of an earlier run, or at the start of the program.
#[derive(Clone)]
struct Begin {
    state: State,
    trail: Trail,
    milestone: usize,
    met: u32,
    /// How many later states there are to begin in.
    later: usize,
}

/// The states of a run in which somebody moved, newest first.
#[derive(Clone, Default)]
struct Trail(Option<Rc<Passed>>);

struct Passed {
    state: State,
    moved: ThreadId,
    milestone: usize,
    met: u32,
    before: Trail,
}

impl Drop for Passed {
    /// In a loop: the derived drop would recurse once per state.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(passed) = next {
            match Rc::try_unwrap(passed) {
                Ok(mut passed) => next = passed.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// A plan that waits, in the order in which plans are taken up.
struct Queued {
    begin: Option<Begin>,
    share: u64,
    guesses: u32,
    length: usize,
    number: u64,
    plan: Plan,
}

/// How following a plan ended.
enum End {
    Reached,
    /// Nothing is left of it.
    NoWay,
    /// It may have more in it.
    OutOfShare,
}

/// A state on its way.
struct Node {
    state: State,
    trail: Trail,
    /// The next milestone, and how often it has been met.
    milestone: usize,
    met: u32,
    /// Candidates that were taken here before.
    passed: usize,
}

/// A node to be taken up later.
struct Later {
    /// Milestones left, departures from the greedy choice, distance, age.
    rank: (usize, u32, u32, u64),
    node: Node,
}

impl Guided<'_, '_, '_, '_> {
    /// One plan for each trace set.
    fn start_with(&mut self, goal: &Goal, sets: &[TraceSet]) {
        let stands = standing_places(goal);
        for set in sets {
            let mut milestones: Vec<Milestone> = match goal.arrivals.len() {
                1 => Vec::new(),
                _ => set.order.iter().map(|&k| Milestone::new(&stands[k], 1)).collect(),
            };
            if goal.conditional || milestones.is_empty() {
                milestones.push(Milestone::new(&goal.reached, 1));
            }
            // With the inputs at hand, the solver is asked nothing.
            let at_hand = || Inputs { model: self.initial.model.clone(), wanted: Vec::new() };
            let inputs = (!set.all_inputs).then(at_hand);
            self.add(Plan { milestones, refinements: 0, guesses: 0, inputs }, None);
        }
    }

    /// Adds a plan, unless it is known.
    fn add(&mut self, plan: Plan, begin: Option<Begin>) -> bool {
        self.add_with(plan, begin, self.share)
    }

    fn add_with(&mut self, plan: Plan, begin: Option<Begin>, share: u64) -> bool {
        let schedule = begin.iter().flat_map(|begin| begin.state.decisions.iter_back()).copied();
        let key = (plan.key(), schedule.collect());
        let new = self.known.len() < MOST_PLANS && self.known.insert(key);
        if new {
            self.queue(plan, begin, share);
        }
        new
    }

    fn queue(&mut self, plan: Plan, begin: Option<Begin>, share: u64) {
        let (guesses, length, number) = (plan.guesses, plan.milestones.len(), self.made);
        self.made += 1;
        self.plans.push(Reverse(Queued { begin, share, guesses, length, number, plan }));
    }

    fn run(&mut self, initial: &State) -> bool {
        while let Some(Reverse(Queued { plan, begin, share, .. })) = self.plans.pop() {
            self.machine.config.budget.enter(Stage::Hunt);
            self.stats.trace_sets += 1;
            self.stats.trace_length =
                plan.milestones.iter().map(|milestone| u64::from(milestone.times)).sum();
            self.stats.refinements = u64::from(plan.refinements);
            let followed = self.machine.counters().followed_model;
            self.machine.config.follow_model = plan.inputs.is_some();
            let end = self.follow(&plan, begin.as_ref(), initial, share);
            // Other inputs may do better; the solver knows which there are.
            if plan.is_untouched() && self.machine.counters().followed_model > followed {
                let (milestones, guesses) = (plan.milestones.clone(), plan.guesses + 1);
                let plan = Plan { milestones, refinements: 0, guesses, inputs: None };
                let key = (plan.key(), Vec::new());
                if self.known.insert(key) {
                    self.queue(plan, None, self.share.saturating_mul(GROWTH));
                }
            }
            match end {
                End::Reached => return true,
                End::NoWay => {}
                End::OutOfShare => self.queue(plan, begin, self.share.saturating_mul(GROWTH)),
            }
            if self.stopped {
                return false;
            }
        }
        false
    }

    fn follow(&mut self, plan: &Plan, begin: Option<&Begin>, initial: &State, share: u64) -> End {
        let milestone = begin.map_or(0, |begin| begin.milestone);
        // Each milestone may be as far as the first one.
        let milestones = (plan.milestones.len() - milestone) as u64;
        let mut last_state = self.stats.states + share.saturating_mul(milestones);
        self.share = share;
        self.begun = begin.cloned();
        let refined = self.refined;
        let mut later: BinaryHeap<Reverse<Later>> = BinaryHeap::new();
        let mut age = 0;
        self.lead_to(plan, milestone);
        let first = match begin {
            Some(Begin { state, trail, milestone, met, .. }) => {
                let (state, trail) = (state.clone(), trail.clone());
                vec![Node { state, trail, milestone: *milestone, met: *met, passed: 0 }]
            }
            None => {
                let mut initial = initial.clone();
                if let Some(inputs) = &plan.inputs {
                    initial.model = inputs.model.clone();
                }
                let states = self.settled(initial).into_iter().rev();
                let trail = Trail::default;
                let node = |state| Node { state, trail: trail(), milestone: 0, met: 0, passed: 0 };
                states.map(node).collect()
            }
        };
        for node in first {
            let rank = (plan.milestones.len(), 0, 0, age);
            age += 1;
            later.push(Reverse(Later { rank, node }));
        }
        if self.is_reached() {
            return End::Reached;
        }
        while let Some(Reverse(Later { rank, node })) = later.pop() {
            let mut departures = rank.1;
            let mut current = Some(node);
            while let Some(node) = current.take() {
                self.stats.states += 1;
                self.ledger.count_state();
                let depth = node.state.decisions.len();
                if self.ledger.out_of_budget(self.machine, depth, later.len() as u64) {
                    self.stopped = true;
                    return End::OutOfShare;
                }
                if self.stats.states > last_state {
                    return End::OutOfShare;
                }
                let Some((thread, states, passed)) = self.expand(plan, &node) else {
                    if self.first_run {
                        self.first_run = false;
                        self.share = (2 * self.stats.states).max(LEAST_SHARE);
                        last_state = self.stats.states + self.share.saturating_mul(milestones);
                        self.rescale();
                    }
                    // A run that ended behind a detour is no better for other choices elsewhere: what may turn the branch comes first.
                    if self.refined > refined {
                        return End::OutOfShare;
                    }
                    break;
                };
                if self.is_reached() {
                    return End::Reached;
                }
                self.learn(plan, &node);
                let left = plan.milestones.len() - node.milestone;
                age += 1;
                let rank = (left, departures + 1, 0, u64::MAX - age);
                let mut next = self.moved(plan, &node, thread, states).into_iter();
                later.push(Reverse(Later { rank, node: Node { passed, ..node } }));
                current = next.next();
                for node in next {
                    age += 1;
                    let left = plan.milestones.len() - node.milestone;
                    let rank = (left, departures + 1, 0, u64::MAX - age);
                    later.push(Reverse(Later { rank, node }));
                }
                if current.is_none() {
                    departures += 1;
                }
            }
        }
        End::NoWay
    }

    /// Plans that wait get what the length of the first run suggests.
    fn rescale(&mut self) {
        let share = self.share;
        let plans = std::mem::take(&mut self.plans).into_iter();
        self.plans = plans.map(|Reverse(plan)| Reverse(Queued { share, ..plan })).collect();
    }

    /// From now on distances are those to a milestone.
    fn lead_to(&mut self, plan: &Plan, milestone: usize) {
        self.machine.config.guide = self.guides.to(&plan.milestones[milestone]);
    }

    /// Does the local work of the first state.
    fn settled(&mut self, initial: State) -> Vec<State> {
        use raddle_machine::Settled;
        let mut open = vec![initial];
        let mut done = Vec::new();
        while let Some(state) = open.pop() {
            if self.ledger.out_of_budget(self.machine, 0, 0) {
                self.stopped = true;
                break;
            }
            match self.machine.settle(state, raddle_moves::FUEL) {
                Settled::Done(state) => done.push(state),
                Settled::OutOfFuel(state) => open.push(state),
                Settled::Forked(holds, fails) => open.extend([fails, holds]),
                Settled::Blocked(_) => {}
            }
        }
        done
    }

    /// Makes the best move that is left in a node: who moves, to which states, and how many candidates that was.
    fn expand(&mut self, plan: &Plan, node: &Node) -> Option<(ThreadId, Vec<State>, usize)> {
        self.lead_to(plan, node.milestone);
        let milestone = &plan.milestones[node.milestone];
        let guide = self.guides.to(milestone)?;
        let state = &node.state;
        let running = state.threads.iter().filter(|thread| thread.is_running());
        let mut candidates: Vec<(u32, ThreadId)> = running
            .map(|thread| {
                let distance = match milestone.except == Some(thread.id) {
                    true => None,
                    false => self.machine.distance_of(state, thread.id, &guide),
                };
                (distance.unwrap_or(u32::MAX), thread.id)
            })
            .collect();
        candidates.sort_unstable();
        // Nobody can come there any more.
        if candidates.first().is_none_or(|&(distance, _)| distance == u32::MAX) {
            return None;
        }
        let mut index = 0;
        while index < candidates.len() {
            let (_, thread) = candidates[index];
            index += 1;
            match enabled::attempt(self.machine, state, thread) {
                Tried::Impossible(event) => {
                    // Whoever holds what it waits for comes next.
                    let waited: Vec<_> =
                        event.accesses.iter().map(|access| access.object).collect();
                    let holds = |id: ThreadId| {
                        state.thread(id).held.iter().any(|(object, ..)| waited.contains(object))
                    };
                    candidates[index..].sort_by_key(|&(distance, id)| (!holds(id), distance, id));
                }
                Tried::Possible(states) => {
                    if index <= node.passed {
                        continue;
                    }
                    return Some((thread, states, index));
                }
                // The budget is spent, which shows in the next round.
                Tried::Unfinished => return None,
                Tried::Depends(cases) => {
                    if index <= node.passed {
                        continue;
                    }
                    return Some((thread, cases, index));
                }
            }
        }
        None
    }

    /// The nodes after a move.
    fn moved(
        &mut self,
        plan: &Plan,
        node: &Node,
        thread: ThreadId,
        states: Vec<State>,
    ) -> Vec<Node> {
        let before = node.state.decisions.len();
        let milestone = &plan.milestones[node.milestone];
        let meets = milestone.except != Some(thread)
            && stands_at(&node.state, thread).is_some_and(|at| milestone.positions.contains(&at));
        let trail = Trail(Some(Rc::new(Passed {
            state: node.state.clone(),
            moved: thread,
            milestone: node.milestone,
            met: node.met,
            before: node.trail.clone(),
        })));
        let nodes = states.into_iter().map(|state| {
            // Cases of inputs have not moved yet.
            let (mut milestone, mut met) = (node.milestone, node.met);
            if meets && state.decisions.len() > before {
                met += 1;
                if met >= plan.milestones[milestone].times && milestone + 1 < plan.milestones.len()
                {
                    (milestone, met) = (milestone + 1, 0);
                }
            }
            Node { state, trail: trail.clone(), milestone, met, passed: 0 }
        });
        let nodes: Vec<Node> = nodes.collect();
        let furthest = nodes.iter().map(|node| node.milestone).max().unwrap_or(0) as u64;
        let length = plan.milestones.len() as u64;
        if furthest * self.stats.best.1.max(1) >= self.stats.best.0 * length {
            self.stats.best = (furthest, length);
            self.best.store(furthest << 32 | length, Ordering::Relaxed);
        }
        nodes
    }

    /// Refines the plan by what the last move showed.
    fn learn(&mut self, plan: &Plan, node: &Node) {
        let detours = self.machine.take_detours();
        for detour in detours {
            if !self.matters(plan, node, detour.at) {
                continue;
            }
            self.note_blocking(&detour);
            let times = self.turned.entry((detour.at, detour.wanted)).or_insert(0);
            *times += 1;
            if *times > MOST_DETOURS {
                continue;
            }
            if let Some(condition) = detour.condition {
                self.choose_inputs(plan, &detour, condition);
            }
            let remedies = remedies(self.definitions, &detour);
            if remedies.is_empty() {
                continue;
            }
            let earlier = places_to_intervene(node, detour.thread);
            for remedy in remedies {
                let guesses = remedy.guesses;
                let milestone = Milestone::new(&[remedy.at], remedy.times);
                let refined = plan.refined(node.milestone, milestone.clone(), guesses);
                let mut new = self.add_with(refined, None, self.share);
                // Right before the thread reads, others have to do it.
                let by_others = Milestone { except: Some(detour.thread), ..milestone };
                for begin in &earlier {
                    let refined = plan.refined(begin.milestone, by_others.clone(), guesses);
                    new |= self.add_with(refined, Some(begin.clone()), self.share);
                }
                self.refined += u64::from(new);
            }
        }
    }

    fn note_blocking(&mut self, detour: &Detour) {
        if let Some(known) = self.stats.blocking.iter_mut().find(|one| one.at == detour.at) {
            known.times += 1;
            return;
        }
        let readings = self.definitions.readings(detour.at);
        let writers: FxHashSet<Position> = readings
            .iter()
            .flat_map(|reading| self.definitions.of(reading))
            .map(|definition| definition.at)
            .collect();
        self.stats.blocking.push(Blocking {
            at: detour.at,
            times: 1,
            writers: writers.len() as u64,
            on_inputs: detour.condition.is_some(),
        });
    }

    /// Whether a branch can decide about a milestone. Where the only way leads through the end of its function, both sides come there; what depends on the function's
    /// result is a branch of the caller.
    fn matters(&mut self, plan: &Plan, node: &Node, branch: Position) -> bool {
        let guide = self.guides.to(&plan.milestones[node.milestone]);
        guide.is_some_and(|guide| guide.distance(std::iter::once(branch)).is_some())
    }

    /// A branch on inputs went the wrong way: begins anew with inputs that turn it, and those that the plan was given inputs for before, if
    /// there are any; where the plan at hand began, and at the start of the program.
    fn choose_inputs(&mut self, plan: &Plan, detour: &Detour, condition: TermId) {
        let wanted = if detour.wanted { condition } else { self.machine.terms.not(condition) };
        let before = plan.inputs.iter().flat_map(|inputs| inputs.wanted.iter().copied());
        let mut all: Vec<TermId> = before.filter(|&known| known != wanted).collect();
        all.push(wanted);
        if let Some(mut begin) = self.begun.clone()
            && let Some(model) = self.inputs_for(&begin.state.path, &all)
        {
            begin.state.model = model.clone();
            self.add_with_inputs(plan, Inputs { model, wanted: all.clone() }, Some(begin));
        }
        let path = self.initial.path.clone();
        for wanted in [all, vec![wanted]] {
            if let Some(model) = self.inputs_for(&path, &wanted) {
                self.add_with_inputs(plan, Inputs { model, wanted }, None);
                return;
            }
        }
    }

    fn inputs_for(&mut self, path: &Path, wanted: &[TermId]) -> Option<Rc<Model>> {
        match self.machine.solver.check(&mut self.machine.terms, path, wanted) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        }
    }

    fn add_with_inputs(&mut self, plan: &Plan, inputs: Inputs, begin: Option<Begin>) {
        let refined = Plan { inputs: Some(inputs), ..plan.clone() };
        // It took so many states to find out.
        let new = self.add_with(refined, begin, self.share);
        self.refined += u64::from(new);
    }

    /// Whether the goal was reached, and that was confirmed.
    fn is_reached(&mut self) -> bool {
        let met = self.machine.outbox.faults().iter().any(|fault| fault.kind == FaultKind::Target);
        if !met {
            self.machine.outbox.forget_faults();
            return false;
        }
        self.ledger.collect(self.machine);
        self.ledger.has_findings()
    }
}

/// States of the run to a node, latest first, in which a thread was to move and held no lock.
fn places_to_intervene(node: &Node, thread: ThreadId) -> Vec<Begin> {
    let is_free = |state: &State| state.thread(thread).held.is_empty();
    let mut found = Vec::new();
    if is_free(&node.state) {
        let (state, trail) = (node.state.clone(), node.trail.clone());
        found.push(Begin { state, trail, milestone: node.milestone, met: node.met, later: 0 });
    }
    let mut trail = &node.trail;
    while let (Some(passed), true) = (&trail.0, found.len() < MOST_BEGINNINGS) {
        if passed.moved == thread && is_free(&passed.state) {
            found.push(Begin {
                state: passed.state.clone(),
                trail: passed.before.clone(),
                milestone: passed.milestone,
                met: passed.met,
                later: found.len(),
            });
        }
        trail = &passed.before;
    }
    found
}

/// The operation that a thread stands before.
fn stands_at(state: &State, thread: ThreadId) -> Option<Position> {
    let frame = state.thread(thread).frames.last()?;
    Some(Position { func: frame.func, block: frame.block, inst: frame.inst as u32 })
}

/// For each target, the first operation of a thread that stays there: behind the branch that asks whether it does.
fn standing_places(goal: &Goal) -> Vec<Vec<Position>> {
    let behind = |at: &Position| {
        let body: &Body = goal.program.functions[at.func].body.as_ref()?;
        match body.blocks[at.block].terminator {
            raddle_ir::Terminator::Branch { then, .. } => {
                Some(Position { func: at.func, block: then, inst: 0 })
            }
            _ => None,
        }
    };
    goal.arrivals.iter().map(|places| places.iter().filter_map(behind).collect()).collect()
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Queued {}
impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Queued {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |queued: &Queued| {
            let Queued { share, guesses, length, number, .. } = *queued;
            // What is guessed waits until what is not has had more.
            let turn = share.saturating_mul(1 + u64::from(guesses));
            // To go on with a run from where it took the detour is cheaper than to start again, but hardly so from further and further back. The last
            // detour is the one that ended the run.
            let begin = queued.begin.as_ref();
            let later = begin.map_or(0, |begin| begin.later);
            let depth = Reverse(begin.map(|begin| begin.state.decisions.len()));
            (turn, guesses, later, depth, length, number)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialEq for Later {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}
impl Eq for Later {}
impl PartialOrd for Later {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Later {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}
