//! What facts about a context do to the runs that start there: each kind of fact, made by hand, on small programs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use raddle_budget::Budget;
use raddle_context::{
    BarrierCount, Context, Facts, Held, HeldKind, Known, LeftLocks, ThreadFacts, ValueDef, ValueId,
};
use raddle_explore::{Options, Property, UnknownMistake, check};
use raddle_findings::{Report, Verdict};
use raddle_fragment::{ENTRY, Until, fragment, parse_spec, place_context};
use raddle_frontend::FrontendOptions;
use raddle_ir::{CompareOp, GlobalId, Op, Operand, Program, Reg, Type};
use raddle_pointsto::PointsTo;

fn program(name: &str, text: &str) -> Program {
    // Tests run at the same time.
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let file = format!("raddle-facts-{}-{number}-{name}.c", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(file);
    std::fs::write(&path, text).expect("temporary file");
    let loaded = raddle_frontend::load(std::slice::from_ref(&path), &FrontendOptions::default());
    std::fs::remove_file(&path).ok();
    loaded.expect("the program compiles")
}

struct Start {
    program: Program,
    points_to: Arc<PointsTo>,
    context: Context,
    facts: Facts,
}

impl Start {
    /// Threads T1, T2, … at the lines that end in `// 1`, `// 2`, …; those whose mark is followed by `waits` stand in a wait.
    fn new(name: &str, text: &str) -> Start {
        let program = program(name, text);
        let main = program.function("main").expect("a main");
        let points_to = PointsTo::new(&program, main, &|| false).expect("there is time");
        let points_to = Arc::new(points_to);
        let mut specs = Vec::new();
        for number in 1.. {
            let marks = [format!("// {number}"), format!("// {number} waits")];
            let found = text.lines().enumerate().find_map(|(line, content)| {
                let nth = marks.iter().position(|mark| content.trim_end().ends_with(mark))?;
                Some((line + 1, nth == 1))
            });
            let Some((line, waits)) = found else { break };
            specs.push(parse_spec(&format!("T{number}={line}"), waits).expect("a place"));
        }
        let context = place_context(&program, &points_to, &specs).expect("a context");
        let left = LeftLocks::default();
        let facts = Facts { locks_unknown: false, left, ..Facts::naive(&context) };
        Start { program, points_to, context, facts }
    }

    fn value(&mut self, definition: ValueDef) -> ValueId {
        self.facts.values.push(definition)
    }

    fn unknown(&mut self, name: &str, ty: Type) -> ValueId {
        let name = name.to_owned();
        let (pointees, counts) = (None, false);
        self.value(ValueDef::Unknown { ty, debug_type: None, name, pointees, counts })
    }

    fn global(&self, name: &str) -> GlobalId {
        let found = self.program.globals.iter().find(|(_, global)| global.name == name);
        found.expect("the variable exists").0
    }

    fn address(&mut self, name: &str) -> ValueId {
        let global = self.global(name);
        self.value(ValueDef::Operand(Operand::Global(global, 0), Type::Ptr))
    }

    fn constant(&mut self, value: u64) -> ValueId {
        self.value(ValueDef::Operand(Operand::Const(value), Type::Int(32)))
    }

    /// `array + index * size`
    fn element(&mut self, array: &str, index: ValueId, size: u64) -> ValueId {
        let base = Operand::Global(self.global(array), 0);
        let indices = vec![(Operand::Reg(Reg(0)), Type::Int(64), size)];
        let op = Op::Address { dst: Reg(0), base, offset: 0, indices, in_bounds: false };
        self.value(ValueDef::Op { op, args: vec![index] })
    }

    fn compare(&mut self, op: CompareOp, a: ValueId, b: Operand, ty: Type) -> ValueId {
        let op = Op::Compare { dst: Reg(0), op, ty, a: Operand::Reg(Reg(0)), b };
        self.value(ValueDef::Op { op, args: vec![a] })
    }

    /// Gives the variable of a frame a value.
    fn set(&mut self, thread: usize, variable: &str, value: ValueId) {
        let at = self.context.threads[thread].frames[0];
        let body = self.program.functions[at.func].body.as_ref().expect("a body");
        // A parameter and the variable it is copied to have one name.
        let named = body.regs.iter().filter(|(_, info)| info.name.as_deref() == Some(variable));
        let known = &mut self.facts.threads[thread].frames[0].registers;
        known.extend(named.map(|(reg, _)| (reg, value)));
        assert!(!known.is_empty(), "the function has the variable");
    }

    fn holds(&mut self, thread: usize, lock: ValueId, kind: HeldKind, must: bool) {
        let ThreadFacts { held, .. } = &mut self.facts.threads[thread];
        held.push(Held { lock, kind, must });
    }

    fn knows(&mut self, variable: &str, value: u64) {
        let (address, value) = (self.address(variable), self.constant(value));
        self.facts.memory.push(Known { address, ty: Type::Int(32), value });
    }

    fn check(&self, property: Property) -> Report {
        self.check_until(property, Until::Return)
    }

    fn check_until(&self, property: Property, until: Until) -> Report {
        self.check_with(property, until, None)
    }

    fn check_with(
        &self,
        property: Property,
        until: Until,
        unknown_mistake: Option<UnknownMistake>,
    ) -> Report {
        let points_to = Some(&self.points_to);
        let made = fragment(&self.program, points_to, &self.context, &self.facts, until);
        raddle_ir::verify(&made.program).expect("a sound program");
        let options = Options {
            properties: Some(vec![property]),
            function: Some(ENTRY.to_owned()),
            surroundings: Some(Arc::new(made.surroundings)),
            branches: made.branches,
            unknown_mistake,
            ..Options::default()
        };
        check(&made.program, &options, &Budget::default(), &mut ()).expect("the fragment starts")
    }
}

fn demand(report: &Report, verdict: Verdict) {
    assert_eq!(report.verdict, verdict, "{:#?}\n{:#?}", report.findings, report.reasons);
    assert!(report.findings.iter().all(|finding| finding.replayed));
}

const FIELDS: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct pair { int *first, *second; };
static struct pair *shared;
static int a, b;
static void *run(void *unused)
{
    struct pair *pair = shared;
    if (pair && pair->first && pair->second) { // 1
        a = b = 0;
        *pair->first = 7;
        assert(b == 0);
        *pair->second = 5;
        assert(!raddle_wrong || b == 0);
    }
    return unused;
}
int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    if (!shared)
        return 1;
    shared->first = &a;
    shared->second = &b;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
"#;

/// Where a pointer in memory may point is known for each field of what was allocated.
#[test]
fn fields_of_memory_without_a_name_are_told_apart() {
    let with = |wrong: &str| Start::new("fields", &FIELDS.replace("raddle_wrong", wrong));
    demand(&with("0").check(Property::Assert), Verdict::Safe);
    let wrong = with("1");
    demand(&wrong.check(Property::Assert), Verdict::Unsafe);
    let mixed_up = Some(UnknownMistake::FieldsMixedUp);
    let report = wrong.check_with(Property::Assert, Until::Return, mixed_up);
    assert_ne!(report.verdict, Verdict::Unsafe, "the defect is not noticed");
}

const FIGURE_1: &str = r#"
#include <assert.h>
#include <pthread.h>
struct node { pthread_mutex_t lock; int data; };
struct node nodes[4];
int limit, bar_inside;
static void foo(struct node *a)
{
    for (int x = 1; x < limit; x++) {
        pthread_mutex_lock(&a->lock); // 1
        assert(!bar_inside);
        pthread_mutex_unlock(&a->lock);
    }
}
static void bar(struct node *b)
{
    pthread_mutex_lock(&b->lock);
    bar_inside = 1;
    b->data = 5; // 2
    bar_inside = 0;
    pthread_mutex_unlock(&b->lock);
}
static void *run_a(void *arg) { foo(arg); return 0; }
static void *run_b(void *arg) { bar(arg); return 0; }
int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < 4; i++)
        pthread_mutex_init(&nodes[i].lock, 0);
    pthread_create(&a, 0, run_a, &nodes[1]);
    pthread_create(&b, 0, run_b, &nodes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"#;

/// Figure 1 with what is known of the two indices.
fn figure_1(equal: bool) -> Start {
    let mut start = Start::new(if equal { "equal" } else { "different" }, FIGURE_1);
    let first = start.unknown("i", Type::Int(64));
    let second = if equal { first } else { start.unknown("k", Type::Int(64)) };
    for index in [first, second] {
        let small = start.compare(CompareOp::Ult, index, Operand::Const(4), Type::Int(64));
        start.facts.conditions.push(small);
    }
    let a = start.element("nodes", first, 48);
    let b = start.element("nodes", second, 48);
    start.set(0, "a", a);
    start.set(1, "b", b);
    start.holds(1, b, HeldKind::Mutex, true);
    start
}

#[test]
fn a_lock_that_is_held_keeps_others_out_if_it_is_the_same() {
    let report = figure_1(true).check_until(Property::Assert, Until::Branches(2));
    demand(&report, Verdict::Safe);
    let report = figure_1(false).check_until(Property::Assert, Until::Branches(2));
    demand(&report, Verdict::Unsafe);
}

#[test]
fn without_facts_nothing_keeps_threads_apart() {
    let mut start = figure_1(true);
    start.facts = Facts::naive(&start.context);
    let report = start.check_until(Property::Assert, Until::Branches(2));
    assert_eq!(report.verdict, Verdict::Unsafe);
}

#[test]
fn a_lock_that_may_be_held_is_held_or_not() {
    let mut start = figure_1(true);
    start.facts.threads[1].held[0].must = false;
    let report = start.check_until(Property::Assert, Until::Branches(2));
    assert_eq!(report.verdict, Verdict::Unsafe, "who does not hold it lets others in");
}

const VALUES: &str = r#"
#include <assert.h>
#include <pthread.h>
int shared, kept = 7;
static void *work(void *arg)
{
    int r1 = *(int *)arg, r2 = r1;
    r1 = r1 + 5;
    shared = 1;
    assert(r1 == r2 + 5 && kept == 7); // 1
    return 0;
}
int main(void)
{
    pthread_t a;
    int local = 3;
    pthread_create(&a, 0, work, &local);
    pthread_join(a, 0);
    return 0;
}
"#;

#[test]
fn values_that_follow_from_the_same_unknown_agree() {
    let mut start = Start::new("values", VALUES);
    let report = start.check(Property::Assert);
    assert_eq!(report.verdict, Verdict::Unsafe, "nothing is known of any of them");
    let x = start.unknown("x", Type::Int(32));
    let op = Op::Binary {
        dst: Reg(0),
        op: raddle_ir::BinaryOp::Add,
        ty: Type::Int(32),
        a: Operand::Reg(Reg(0)),
        b: Operand::Const(5),
        overflow: Default::default(),
    };
    let sum = start.value(ValueDef::Op { op, args: vec![x] });
    start.set(0, "r1", sum);
    start.set(0, "r2", x);
    assert_eq!(start.check(Property::Assert).verdict, Verdict::Unsafe, "`kept` is not known");
    let mut known = Start { facts: start.facts.clone(), ..Start::new("memory", VALUES) };
    known.knows("kept", 7);
    demand(&known.check(Property::Assert), Verdict::Safe);
    let unwritten = start.global("kept");
    start.facts.unwritten.push(unwritten);
    demand(&start.check(Property::Assert), Verdict::Safe);
}

const BARRIER: &str = r#"
#include <pthread.h>
pthread_barrier_t barrier;
static void *one(void *arg)
{
    pthread_barrier_wait(&barrier); // 1 waits
    return arg;
}
static void *two(void *arg)
{
    pthread_barrier_wait(&barrier); // 2
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"#;

#[test]
fn barriers_wait_for_one_of_their_counts() {
    let mut start = Start::new("barrier", BARRIER);
    let report = start.check(Property::Deadlock);
    demand(&report, Verdict::Unsafe);
    let (two, three) = (start.constant(2), start.constant(3));
    start.facts.barriers = vec![BarrierCount { barrier: None, counts: vec![two] }];
    demand(&start.check(Property::Deadlock), Verdict::Safe);
    let barrier = Some(start.address("barrier"));
    start.facts.barriers = vec![BarrierCount { barrier, counts: vec![two] }];
    demand(&start.check(Property::Deadlock), Verdict::Safe);
    start.facts.barriers = vec![BarrierCount { barrier, counts: vec![two, three] }];
    demand(&start.check(Property::Deadlock), Verdict::Unsafe);
}

const SIGNAL: &str = r#"
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;
static void *consumer(void *arg)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&filled, &lock); // 1 waits
    items = 0;
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *producer(void *arg)
{
    pthread_mutex_lock(&lock);
    items = 1; // 2
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, consumer, 0);
    pthread_create(&b, 0, producer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"#;

#[test]
fn who_waits_is_woken_and_has_given_its_mutex_back() {
    let mut start = Start::new("signal", SIGNAL);
    let lock = start.address("lock");
    start.holds(1, lock, HeldKind::Mutex, true);
    demand(&start.check(Property::Deadlock), Verdict::Safe);
    demand(&start.check(Property::Race), Verdict::Safe);
    // An analysis may call the mutex held in front of the wait: it is given back all the same.
    start.holds(0, lock, HeldKind::Mutex, true);
    demand(&start.check(Property::Deadlock), Verdict::Safe);
}

const LOCKS: &str = r#"
#include <pthread.h>
pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
int data, other;
static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&table);
    int seen = data; // 1
    pthread_rwlock_unlock(&table);
    pthread_spin_lock(&spin);
    other = seen;
    pthread_spin_unlock(&spin);
    return arg;
}
static void *writer(void *arg)
{
    pthread_rwlock_wrlock(&table); // 2
    data = 1;
    pthread_rwlock_unlock(&table);
    return arg;
}
static void *spinner(void *arg)
{
    pthread_spin_lock(&spin);
    other = 2; // 3
    pthread_spin_unlock(&spin);
    return arg;
}
int main(void)
{
    pthread_t a, b, c;
    pthread_spin_init(&spin, 0);
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, writer, 0);
    pthread_create(&c, 0, spinner, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
"#;

#[test]
fn read_write_locks_and_spinlocks_are_held() {
    let mut start = Start::new("locks", LOCKS);
    let (table, spin) = (start.address("table"), start.address("spin"));
    let report = start.check(Property::Race);
    demand(&report, Verdict::Unsafe);
    start.holds(0, table, HeldKind::Read, true);
    start.holds(2, spin, HeldKind::Spin, true);
    demand(&start.check(Property::Race), Verdict::Safe);
    demand(&start.check(Property::Deadlock), Verdict::Safe);
}

#[test]
fn two_threads_that_hold_one_lock_are_no_context() {
    let mut start = Start::new("both", LOCKS);
    let (table, spin) = (start.address("table"), start.address("spin"));
    start.holds(0, table, HeldKind::Write, true);
    start.holds(1, table, HeldKind::Write, true);
    start.holds(2, spin, HeldKind::Spin, true);
    demand(&start.check(Property::Race), Verdict::Safe);
}

const LOCAL: &str = r#"
#include <assert.h>
#include <pthread.h>
static void fill(int *where)
{
    *where = 4; // 1
}
static void *work(void *arg) { fill(arg); return 0; }
int main(void)
{
    pthread_t a;
    int local = 3;
    pthread_create(&a, 0, work, &local);
    pthread_join(a, 0); // 2
    assert(local == 4);
    return 0;
}
"#;

#[test]
fn the_address_of_a_local_of_a_frame_is_known() {
    let mut start = Start::new("local", LOCAL);
    let at = start.context.threads[1].frames[0];
    let body = start.program.functions[at.func].body.as_ref().expect("a body");
    let named = |name| {
        let found = body.slots.iter().find(|(_, slot)| slot.name.as_deref() == Some(name));
        found.expect("the local exists").0
    };
    let slot = named("local");
    assert_eq!(start.check(Property::Assert).verdict, Verdict::Unsafe);
    let address = start.value(ValueDef::Slot { thread: 1, frame: 0, slot });
    start.set(0, "where", address);
    // Main may join another thread than this one.
    assert_eq!(start.check(Property::Assert).verdict, Verdict::Unsafe);
    let report = start.check(Property::Race);
    assert_eq!(report.verdict, Verdict::Unsafe, "what is not joined races");
}
