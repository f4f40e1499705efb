//! The rules of the reduction, one by one, on runs written by hand: a run is a list of transitions, each of a thread and with the
//! accesses others can notice. Nothing is executed.

use std::rc::Rc;

use raddle_ir::{FuncId, Loc};
use raddle_machine::{Access, Event, ObjectId, Order, StackEntry, Sync, ThreadId};
use raddle_reduce::{Clock, Cover, Race, SleepSet, Sources, Trace, WakeupTree};

const MAIN: ThreadId = ThreadId(0);
const ONE: ThreadId = ThreadId(1);
const TWO: ThreadId = ThreadId(2);
const THREE: ThreadId = ThreadId(3);

/// For the order between threads no more than this.
const SEQ_CST: Order = Order::AcquireRelease;

/// Variables; each is an object of eight bytes.
const X: u32 = 10;
const Y: u32 = 11;
const LOCK: u32 = 12;

fn access(object: u32, range: std::ops::Range<u64>, write: bool, sync: Sync) -> Access {
    Access {
        object: ObjectId(object),
        start: range.start,
        end: range.end,
        symbolic: None,
        write,
        sync,
        at: StackEntry { func: FuncId(0), loc: Loc::NONE },
    }
}

fn event(accesses: &[Access]) -> Rc<Event> {
    Rc::new(Event { accesses: accesses.iter().copied().collect(), ..Event::default() })
}

fn reads(object: u32) -> Rc<Event> {
    event(&[access(object, 0..8, false, Sync::Plain)])
}
fn writes(object: u32) -> Rc<Event> {
    event(&[access(object, 0..8, true, Sync::Plain)])
}
fn locks() -> Rc<Event> {
    event(&[access(LOCK, 0..8, true, Sync::Acquire)])
}
fn unlocks() -> Rc<Event> {
    event(&[access(LOCK, 0..8, true, Sync::Release)])
}
/// Comes to a barrier; the last one opens it.
fn arrives(last: bool) -> Rc<Event> {
    event(&[access(X, 0..8, true, if last { Sync::Both } else { Sync::Arrival })])
}
fn loads(object: u32) -> Rc<Event> {
    event(&[access(object, 0..8, false, Sync::AtomicLoad(SEQ_CST))])
}
fn stores(object: u32) -> Rc<Event> {
    event(&[access(object, 0..8, true, Sync::AtomicStore(SEQ_CST))])
}
fn updates(object: u32) -> Rc<Event> {
    event(&[access(object, 0..8, true, Sync::AtomicUpdate(SEQ_CST))])
}
fn creates(child: ThreadId) -> Rc<Event> {
    Rc::new(Event { created: [child].into_iter().collect(), ..Event::default() })
}
fn nothing() -> Rc<Event> {
    event(&[])
}

fn run(steps: &[(ThreadId, Rc<Event>)]) -> Trace {
    let mut trace = Trace::default();
    for (thread, event) in steps {
        trace.push(*thread, event.clone());
    }
    trace
}

/// Which events of a run the next one has to be tried before.
fn reversals(steps: &[(ThreadId, Rc<Event>)], thread: ThreadId, next: &Event) -> Vec<usize> {
    run(steps).reversals(thread, next, None)
}

/// Indices of the earlier events that the last event of a run races with, in the sense of C11.
fn races(steps: &[(ThreadId, Rc<Event>)]) -> Vec<usize> {
    let mut found: Vec<usize> =
        run(steps).data_races().iter().map(|race| race.earlier.step).collect();
    found.sort_unstable();
    found
}

/// The race between two events of a run, where the second accesses the same wherever it comes.
fn race(trace: &Trace, first: usize, second: usize) -> Race {
    let step = &trace.steps()[second];
    let (event, seen) = (step.event.clone(), step.event.clone());
    Race { first, second, thread: step.thread, event, seen, length: second + 1 }
}

/// The first thread of every alternative, and of what is to follow along its first branches.
fn chains(tree: &WakeupTree) -> Vec<Vec<ThreadId>> {
    let mut left = tree.clone();
    let mut found = Vec::new();
    while let Some((thread, rest)) = left.take_first() {
        let mut chain = vec![thread];
        chain.extend(chains(&rest).into_iter().next().unwrap_or_default());
        found.push(chain);
    }
    found
}

mod clocks {
    use super::*;

    #[test]
    fn joining_keeps_the_later_of_each_thread() {
        let (mut a, mut b) = (Clock::default(), Clock::default());
        a.set(ONE, 4);
        b.set(ONE, 2);
        b.set(THREE, 7);
        a.join(&b);
        assert_eq!([MAIN, ONE, TWO, THREE].map(|thread| a.get(thread)), [0, 4, 0, 7]);
    }

    #[test]
    fn a_thread_starts_with_what_its_creator_had_done() {
        let trace = run(&[(MAIN, writes(X)), (MAIN, creates(ONE)), (MAIN, writes(Y))]);
        assert_eq!(trace.clock_of(ONE).get(MAIN), 2);
    }

    #[test]
    fn taking_events_back_leaves_no_trace() {
        let steps = [(ONE, writes(X)), (TWO, reads(X))];
        let mut trace = run(&steps);
        trace.push(TWO, creates(THREE));
        trace.push(THREE, writes(X));
        trace.pop();
        trace.pop();
        let fresh = run(&steps);
        assert_eq!(trace.clock_of(TWO), fresh.clock_of(TWO));
        assert_eq!(trace.clock_of(THREE), Clock::default());
        assert_eq!(
            trace.reversals(MAIN, &writes(X), None),
            fresh.reversals(MAIN, &writes(X), None)
        );
    }
}

mod reversed_orders {
    use super::*;

    #[test]
    fn a_write_is_tried_before_a_write_or_read_of_another_thread() {
        assert_eq!(reversals(&[(ONE, writes(X))], TWO, &writes(X)), [0]);
        assert_eq!(reversals(&[(ONE, reads(X))], TWO, &writes(X)), [0]);
        assert_eq!(reversals(&[(ONE, writes(X))], TWO, &reads(X)), [0]);
    }

    #[test]
    fn reads_and_accesses_elsewhere_commute() {
        assert_eq!(reversals(&[(ONE, reads(X))], TWO, &reads(X)), []);
        assert_eq!(reversals(&[(ONE, writes(X))], TWO, &writes(Y)), []);
        let low = event(&[access(X, 0..4, true, Sync::Plain)]);
        let high = event(&[access(X, 4..8, true, Sync::Plain)]);
        assert_eq!(reversals(&[(ONE, low.clone())], TWO, &high), []);
        let both = event(&[access(X, 3..5, false, Sync::Plain)]);
        assert_eq!(reversals(&[(ONE, low), (TWO, high)], THREE, &both), [1, 0]);
    }

    #[test]
    fn a_threads_own_events_and_its_creation_stay_where_they_are() {
        assert_eq!(reversals(&[(ONE, writes(X))], ONE, &writes(X)), []);
        assert_eq!(reversals(&[(MAIN, writes(X)), (MAIN, creates(ONE))], ONE, &writes(X)), []);
        // What the creator does afterwards does not.
        assert_eq!(reversals(&[(MAIN, creates(ONE)), (MAIN, writes(X))], ONE, &writes(X)), [1]);
    }

    #[test]
    fn only_the_nearest_of_ordered_events_is_reversed() {
        // The write of ONE comes before the read of TWO anyway.
        assert_eq!(reversals(&[(ONE, writes(X)), (TWO, reads(X))], THREE, &writes(X)), [1]);
        // Two reads that nothing orders are both reversed, the newer first.
        assert_eq!(reversals(&[(ONE, reads(X)), (TWO, reads(X))], THREE, &writes(X)), [1, 0]);
    }

    #[test]
    fn what_happened_before_by_way_of_others_is_not_reversed() {
        // ONE writes x, then y; TWO reads y and goes on to x.
        let steps = [(ONE, writes(X)), (ONE, writes(Y)), (TWO, reads(Y))];
        assert_eq!(reversals(&steps, TWO, &writes(X)), []);
        // Without having read y, TWO can be first.
        assert_eq!(reversals(&steps[..2], TWO, &writes(X)), [0]);
    }

    #[test]
    fn an_operation_that_was_impossible_is_tried_further_back() {
        // Before the unlock the lock could not be taken; before the lock it could.
        let trace = run(&[(ONE, locks()), (ONE, unlocks())]);
        let mut asked = Vec::new();
        let mut possible = |index: usize| {
            asked.push(index);
            index == 0
        };
        assert_eq!(trace.reversals(TWO, &locks(), Some(&mut possible)), [0]);
        assert_eq!(asked, [1, 0]);
    }

    #[test]
    fn conflicts_of_a_later_access_are_those_not_ordered_before_its_thread() {
        let trace = run(&[(ONE, writes(X)), (TWO, reads(X)), (THREE, reads(Y))]);
        let write = access(X, 0..8, true, Sync::Plain);
        assert_eq!(trace.unordered_conflicts(THREE, &write), [1, 0]);
        // TWO has read what ONE wrote.
        assert_eq!(trace.unordered_conflicts(TWO, &write), []);
        assert_eq!(trace.unordered_conflicts(ONE, &write), [1]);
    }

    #[test]
    fn who_arrives_first_makes_no_difference_but_who_is_last_does() {
        let trace = run(&[(ONE, arrives(false)), (TWO, arrives(false))]);
        assert_eq!(trace.reversals(TWO, &arrives(false), None), []);
        assert_eq!(trace.reversals(THREE, &arrives(false), None), []);
        // Neither of those before covers the other one.
        assert_eq!(trace.reversals(THREE, &arrives(true), None), [1, 0]);
        let trace = run(&[(ONE, arrives(false)), (TWO, arrives(true))]);
        assert_eq!(trace.reversals(THREE, &arrives(false), None), [1]);
    }

    #[test]
    fn who_sleeps_before_its_arrival_wakes_when_only_one_place_is_left() {
        let mut sleep = SleepSet::default();
        sleep.insert(ONE, arrives(false));
        assert!(sleep.after(TWO, &arrives(false)).contains(ONE));
        assert!(!sleep.after(TWO, &arrives(true)).contains(ONE));
    }

    #[test]
    fn the_last_one_at_a_barrier_comes_after_all_others() {
        let (one, two) = ((ONE, writes(Y)), (ONE, arrives(false)));
        let three = (TWO, arrives(false));
        let trace = run(&[one, two, three, (THREE, arrives(true)), (THREE, reads(Y))]);
        assert!(trace.data_races().is_empty());
        let trace =
            run(&[(ONE, writes(Y)), (ONE, arrives(false)), (TWO, arrives(false)), (TWO, reads(Y))]);
        assert_eq!(trace.data_races().len(), 1);
    }

    #[test]
    fn something_independent_in_between_may_have_made_it_possible() {
        let trace = run(&[(ONE, writes(X)), (TWO, unlocks())]);
        assert!(trace.enabled_meanwhile(0, &locks()));
        assert!(!trace.enabled_meanwhile(1, &locks()));
        // What depends on the first event does not count: it would not have happened either.
        let trace = run(&[(ONE, writes(X)), (TWO, reads(X)), (TWO, unlocks())]);
        assert!(!trace.enabled_meanwhile(0, &locks()));
    }
}

mod data_races {
    use super::*;

    #[test]
    fn two_plain_accesses_race_unless_both_read() {
        assert_eq!(races(&[(ONE, writes(X)), (TWO, writes(X))]), [0]);
        assert_eq!(races(&[(ONE, reads(X)), (TWO, writes(X))]), [0]);
        assert_eq!(races(&[(ONE, reads(X)), (TWO, reads(X))]), []);
        assert_eq!(races(&[(ONE, writes(X)), (ONE, writes(X))]), []);
    }

    #[test]
    fn a_lock_orders_what_was_done_before_the_unlock() {
        let steps =
            [(ONE, locks()), (ONE, writes(X)), (ONE, unlocks()), (TWO, locks()), (TWO, writes(X))];
        assert_eq!(races(&steps), []);
        // A write after the unlock is not ordered.
        let steps =
            [(ONE, locks()), (ONE, unlocks()), (ONE, writes(X)), (TWO, locks()), (TWO, writes(X))];
        assert_eq!(races(&steps), [2]);
    }

    #[test]
    fn a_lock_sees_all_earlier_unlocks() {
        let steps = [
            (ONE, writes(X)),
            (ONE, locks()),
            (ONE, unlocks()),
            (TWO, locks()),
            (TWO, unlocks()),
            (THREE, locks()),
            (THREE, writes(X)),
        ];
        assert_eq!(races(&steps), []);
    }

    #[test]
    fn conflicting_order_alone_is_no_synchronisation() {
        // TWO happened to read y after ONE wrote it: the reduction keeps that order, C11 does not.
        let steps = [(ONE, writes(X)), (ONE, writes(Y)), (TWO, reads(Y)), (TWO, writes(X))];
        assert_eq!(races(&steps), [0]);
    }

    #[test]
    fn creation_orders_and_its_creator_goes_on_beside() {
        assert_eq!(races(&[(MAIN, writes(X)), (MAIN, creates(ONE)), (ONE, writes(X))]), []);
        assert_eq!(races(&[(MAIN, creates(ONE)), (MAIN, writes(X)), (ONE, writes(X))]), [1]);
    }

    #[test]
    fn atomics_do_not_race_with_each_other_but_with_plain_accesses() {
        assert_eq!(races(&[(ONE, stores(X)), (TWO, stores(X))]), []);
        assert_eq!(races(&[(ONE, stores(X)), (TWO, reads(X))]), [0]);
        assert_eq!(races(&[(ONE, writes(X)), (TWO, loads(X))]), [0]);
    }

    #[test]
    fn an_atomic_load_sees_the_store_it_reads_from_only() {
        let published = [(ONE, writes(X)), (ONE, stores(Y)), (TWO, loads(Y)), (TWO, reads(X))];
        assert_eq!(races(&published), []);
        // THREE overwrites y: what ONE released through it is gone.
        let overwritten = [
            (ONE, writes(X)),
            (ONE, stores(Y)),
            (THREE, stores(Y)),
            (TWO, loads(Y)),
            (TWO, reads(X)),
        ];
        assert_eq!(races(&overwritten), [0]);
        // An update takes what was released with it.
        let updated = [
            (ONE, writes(X)),
            (ONE, stores(Y)),
            (THREE, updates(Y)),
            (TWO, loads(Y)),
            (TWO, reads(X)),
        ];
        assert_eq!(races(&updated), []);
    }

    #[test]
    fn a_store_acquires_nothing() {
        let steps = [(ONE, writes(X)), (ONE, stores(Y)), (TWO, stores(Y)), (TWO, reads(X))];
        assert_eq!(races(&steps), [0]);
    }

    #[test]
    fn an_ordered_write_does_not_hide_an_unordered_one_before_it() {
        // TWO's write is ordered before THREE's read, ONE's is not ordered with either.
        let steps = [
            (ONE, writes(X)),
            (TWO, writes(X)),
            (TWO, unlocks()),
            (THREE, locks()),
            (THREE, reads(X)),
        ];
        assert_eq!(races(&steps), [0]);
    }
}

mod sleeping {
    use super::*;

    fn asleep(sleepers: &[(ThreadId, Rc<Event>)]) -> SleepSet {
        let mut set = SleepSet::default();
        for (thread, event) in sleepers {
            set.insert(*thread, event.clone());
        }
        set
    }

    #[test]
    fn a_sleeper_wakes_when_something_it_depends_on_happens() {
        let set = asleep(&[(ONE, writes(X)), (TWO, writes(Y))]);
        let after = set.after(THREE, &reads(X));
        assert!(!after.contains(ONE) && after.contains(TWO));
        let after = set.after(THREE, &nothing());
        assert!(after.contains(ONE) && after.contains(TWO));
    }

    #[test]
    fn a_sleeper_that_moves_sleeps_no_more() {
        assert!(asleep(&[(ONE, writes(X))]).after(ONE, &nothing()).is_empty());
    }

    #[test]
    fn one_set_includes_another_only_before_the_same_transitions() {
        let set = asleep(&[(ONE, writes(X)), (TWO, writes(Y))]);
        assert!(set.includes(&asleep(&[(ONE, writes(X))])));
        assert!(set.includes(&SleepSet::default()));
        assert!(!set.includes(&asleep(&[(ONE, reads(X))])));
        assert!(!set.includes(&asleep(&[(THREE, writes(X))])));
    }

    #[test]
    fn a_sleeper_covers_a_sequence_it_could_have_started() {
        // ONE writes x; TWO and THREE follow. Reversing the race on x: TWO, then THREE.
        let trace = run(&[(ONE, writes(X)), (TWO, writes(Y)), (THREE, writes(X))]);
        let reversed = race(&trace, 0, 2);
        let moves = trace.reversal(&reversed, false);
        assert_eq!(asleep(&[(TWO, writes(Y))]).covers(&moves), Cover::Always);
        assert_eq!(asleep(&[(THREE, writes(X))]).covers(&moves), Cover::Always);
        assert_eq!(asleep(&[(ONE, writes(X))]).covers(&moves), Cover::No);
    }

    #[test]
    fn a_sleeper_whose_move_depends_on_an_earlier_one_does_not_cover() {
        // THREE reads y first, which TWO writes.
        let both =
            event(&[access(X, 0..8, true, Sync::Plain), access(Y, 0..8, false, Sync::Plain)]);
        let trace = run(&[(ONE, writes(X)), (TWO, writes(Y)), (THREE, both.clone())]);
        let reversed = race(&trace, 0, 2);
        let moves = trace.reversal(&reversed, false);
        assert_eq!(asleep(&[(THREE, both)]).covers(&moves), Cover::No);
    }

    #[test]
    fn a_sleeper_without_a_move_covers_complete_runs_only() {
        let trace = run(&[(ONE, writes(X)), (TWO, writes(X))]);
        let bystander = asleep(&[(THREE, writes(Y))]);
        assert_eq!(bystander.covers(&trace.reversal(&race(&trace, 0, 1), false)), Cover::No);
        assert_eq!(bystander.covers(&trace.reversal(&race(&trace, 0, 1), true)), Cover::Now);
        // Not if what it does depends on the sequence.
        let affected = asleep(&[(THREE, reads(X))]);
        assert_eq!(affected.covers(&trace.reversal(&race(&trace, 0, 1), true)), Cover::No);
    }

    #[test]
    fn what_an_operation_that_waits_may_access_is_not_known() {
        // TWO waits, and shows nothing but what it waits for; ONE has read y meanwhile.
        let waits = Rc::new(Event { obscure: true, ..Event::clone(&reads(X)) });
        assert!(waits.conflicts(&reads(Y)));
        let trace = run(&[(THREE, writes(X)), (ONE, reads(Y))]);
        let (event, seen) = (waits.clone(), waits);
        let reversed = Race { first: 0, second: 2, thread: TWO, event, seen, length: 2 };
        let moves = trace.reversal(&reversed, false);
        // That TWO was explored first says nothing about ONE coming before it.
        let both = event_of_two();
        assert_eq!(asleep(&[(TWO, both)]).covers(&moves), Cover::No);
    }

    fn event_of_two() -> Rc<Event> {
        event(&[access(X, 0..8, false, Sync::Plain), access(Y, 0..8, true, Sync::Plain)])
    }

    #[test]
    fn a_thread_born_in_the_sequence_does_not_start_it() {
        let trace = run(&[(ONE, writes(X)), (TWO, creates(THREE)), (THREE, writes(X))]);
        let reversed = race(&trace, 0, 2);
        let moves = trace.reversal(&reversed, false);
        assert_eq!(asleep(&[(THREE, writes(X))]).covers(&moves), Cover::No);
    }
}

mod wakeup_trees {
    use super::*;

    /// ONE writes x; meanwhile TWO and THREE do things of their own; then TWO writes x.
    fn long_run() -> Trace {
        run(&[
            (ONE, writes(X)),
            (ONE, writes(Y)),
            (TWO, nothing()),
            (THREE, nothing()),
            (TWO, writes(X)),
        ])
    }

    #[test]
    fn a_reversal_is_what_does_not_depend_on_the_first_event_and_then_the_second() {
        let trace = long_run();
        let mut tree = WakeupTree::default();
        tree.insert(trace.reversal(&race(&trace, 0, 4), false));
        assert_eq!(chains(&tree), [[TWO, THREE, TWO]]);
    }

    #[test]
    fn what_is_covered_is_not_added_again() {
        let trace = long_run();
        let mut tree = WakeupTree::default();
        tree.insert(trace.reversal(&race(&trace, 0, 4), false));
        tree.insert(trace.reversal(&race(&trace, 0, 4), false));
        assert_eq!(chains(&tree).len(), 1);
        // The same moves in another order are the same run.
        let other =
            run(&[(ONE, writes(X)), (THREE, nothing()), (TWO, nothing()), (TWO, writes(X))]);
        tree.insert(other.reversal(&race(&other, 0, 3), false));
        assert_eq!(chains(&tree).len(), 1);
    }

    #[test]
    fn a_sequence_that_starts_otherwise_becomes_a_branch_behind() {
        let first = run(&[(ONE, writes(X)), (TWO, writes(X))]);
        let second = run(&[(ONE, writes(X)), (THREE, writes(X))]);
        let mut tree = WakeupTree::default();
        tree.insert(first.reversal(&race(&first, 0, 1), false));
        tree.insert(second.reversal(&race(&second, 0, 1), false));
        assert_eq!(chains(&tree), [[TWO], [THREE]]);
    }

    #[test]
    fn a_sequence_that_parts_later_is_added_where_it_parts() {
        let first = run(&[(ONE, writes(X)), (TWO, writes(Y)), (TWO, writes(X))]);
        let second =
            run(&[(ONE, writes(X)), (TWO, writes(Y)), (THREE, reads(Y)), (THREE, writes(X))]);
        let mut tree = WakeupTree::default();
        tree.insert(first.reversal(&race(&first, 0, 2), false));
        tree.insert(second.reversal(&race(&second, 0, 3), false));
        let (thread, rest) = tree.take_first().expect("a branch was added");
        assert_eq!(thread, TWO);
        assert_eq!(chains(&rest), [vec![TWO], vec![THREE, THREE]]);
        assert!(tree.is_empty());
    }

    #[test]
    fn a_thread_alone_leaves_open_what_follows() {
        let mut tree = WakeupTree::default();
        tree.add_thread(TWO);
        tree.add_thread(TWO);
        let trace = long_run();
        tree.insert(trace.reversal(&race(&trace, 0, 4), false));
        assert_eq!(chains(&tree), [[TWO]]);
    }
}

mod orders_ahead {
    use super::*;

    #[test]
    fn an_acquiring_access_looks_at_what_is_released_through_its_cell() {
        let sources = Sources::of_event(TWO, &locks());
        let trace = run(&[(ONE, writes(X)), (ONE, unlocks())]);
        let read = access(X, 0..8, false, Sync::Plain);
        assert!(trace.racing(TWO, &read, &sources).is_empty());
        let unordered = Sources::of_event(TWO, &nothing());
        assert_eq!(trace.racing(TWO, &read, &unordered).len(), 1);
    }

    #[test]
    fn pushed_back_over_the_release_it_is_the_releasing_thread() {
        let sources = Sources::of_event(TWO, &locks());
        let before = sources.before(ONE, &unlocks());
        let read = access(X, 0..8, false, Sync::Plain);
        let trace = run(&[(ONE, writes(X))]);
        assert!(trace.racing(TWO, &read, &before).is_empty());
        // An event of somebody else that releases nothing changes nothing.
        assert_eq!(sources.before(THREE, &writes(X)), sources);
    }

    #[test]
    fn an_overwritten_store_is_no_source() {
        let sources = Sources::of_event(TWO, &loads(Y));
        let before = sources.before(THREE, &stores(Y));
        let trace = run(&[(ONE, writes(X)), (ONE, stores(Y))]);
        let read = access(X, 0..8, false, Sync::Plain);
        assert_eq!(trace.racing(TWO, &read, &before).len(), 1);
        assert!(trace.racing(TWO, &read, &sources).is_empty());
    }
}

mod ways_below {
    use super::*;

    #[test]
    fn what_waits_for_a_lock_follows_what_its_holder_did() {
        let trace = run(&[(ONE, locks()), (ONE, writes(X)), (ONE, unlocks())]);
        let lock = [access(LOCK, 0..8, true, Sync::Acquire)];
        assert!(trace.would_follow(0, &lock));
        assert!(trace.would_follow(1, &lock));
        let elsewhere = [access(Y, 0..8, true, Sync::Plain)];
        assert!(!trace.would_follow(1, &elsewhere));
    }

    #[test]
    fn what_came_before_an_event_does_not_order_anything_after_it() {
        let trace = run(&[(ONE, writes(Y)), (TWO, writes(X))]);
        let read = [access(Y, 0..8, false, Sync::Plain)];
        assert!(!trace.would_follow(1, &read));
        assert!(trace.would_follow(0, &read));
    }

    #[test]
    fn the_last_move_may_be_one_that_was_not_made() {
        let trace = run(&[(ONE, writes(X)), (TWO, writes(Y)), (ONE, writes(Y))]);
        let next = reads(X);
        let mut tree = WakeupTree::default();
        tree.insert(trace.meanwhile(0, Some((THREE, &next))));
        assert_eq!(chains(&tree), [[TWO, THREE]]);
        // Whoever tries the thread anyway comes there.
        let mut tree = WakeupTree::default();
        tree.add_thread(THREE);
        tree.insert(trace.meanwhile(0, Some((THREE, &next))));
        assert_eq!(chains(&tree), [[THREE]]);
    }
}

mod standings {
    use super::*;

    fn covers(first: &[(ThreadId, Rc<Event>)], second: &[(ThreadId, Rc<Event>)]) -> bool {
        let (first, second) = (run(first), run(second));
        second.standing(second.len()).is_covered_by(&first.standing(first.len()))
    }

    fn start() -> Vec<(ThreadId, Rc<Event>)> {
        vec![(MAIN, creates(ONE)), (MAIN, creates(TWO))]
    }

    #[test]
    fn another_round_adds_nothing() {
        let round = [(ONE, locks()), (ONE, writes(X)), (ONE, unlocks())];
        let once = [&start()[..], &round].concat();
        let twice = [&once[..], &round].concat();
        assert!(covers(&once, &twice));
    }

    #[test]
    fn a_new_access_may_race() {
        let with_access = [&start()[..], &[(ONE, writes(X))]].concat();
        assert!(!covers(&start(), &with_access));
        assert!(covers(&with_access, &start()));
    }

    #[test]
    fn an_access_that_everybody_follows_does_not_count() {
        let before_all = [&[(MAIN, writes(X))], &start()[..]].concat();
        assert!(covers(&start(), &before_all));
    }

    #[test]
    fn an_access_after_the_release_is_not_covered_by_one_before_it() {
        let released = [&start()[..], &[(ONE, writes(X)), (ONE, unlocks())]].concat();
        let unreleased = [&start()[..], &[(ONE, unlocks()), (ONE, writes(X))]].concat();
        assert!(!covers(&released, &unreleased));
        // Less order, more races: these are covered.
        assert!(covers(&unreleased, &released));
    }

    #[test]
    fn what_a_store_released_is_gone_with_the_next_one() {
        let released = [&start()[..], &[(ONE, writes(X)), (ONE, stores(Y))]].concat();
        let overwritten = [&released[..], &[(TWO, stores(Y))]].concat();
        assert!(!covers(&released, &overwritten));
    }

    #[test]
    fn accesses_follow_the_names_of_their_objects() {
        let first = run(&[&start()[..], &[(ONE, writes(X))]].concat());
        let second = run(&[&start()[..], &[(ONE, writes(Y))]].concat());
        let (first, second) = (first.standing(first.len()), second.standing(second.len()));
        assert!(!second.is_covered_by(&first));
        let (x, y) = (ObjectId(X), ObjectId(Y));
        let renamed = |object| Some(if object == y { x } else { object });
        assert!(second.is_covered_renamed(&first, &renamed));
        // Nobody can come to it any more.
        assert!(second.is_covered_renamed(&first, &|object| (object != y).then_some(object)));
        assert!(!second.is_covered_renamed(&first, &|object| (object != x).then_some(object)));
    }
}
