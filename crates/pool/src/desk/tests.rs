//! Tasks on a desk, without anybody who does them.

use super::{About, Client, Desk, MOST_LOSSES, Terms};
use crate::blob::Hash;
use crate::transport::MemberId;
use crate::wire::{Damaged, Next, Said, Told, WIRE, Wanted};

#[derive(Default)]
struct Notes(Vec<(Vec<u8>, About)>);

impl Client for Notes {
    fn welcome(&mut self, _: MemberId) -> Vec<u8> {
        b"setup".to_vec()
    }
    fn answer(&mut self, _: MemberId, question: &[u8]) -> Result<Vec<u8>, Damaged> {
        if question == b"?" { Ok(b"!".to_vec()) } else { Err(Damaged) }
    }
    fn note(&mut self, _: MemberId, note: &[u8], about: About) -> Result<(), Damaged> {
        self.0.push((note.to_vec(), about));
        Ok(())
    }
}

const ONE: MemberId = MemberId(1);
const TWO: MemberId = MemberId(2);

fn hello(version: &str) -> Said {
    Said::Hello { wire: WIRE, version: version.to_owned(), name: "somebody".to_owned() }
}

struct Test {
    desk: Desk,
    notes: Notes,
}

impl Test {
    fn with(works_here: bool, members: &[MemberId]) -> Test {
        let (version, identity) = ("1".to_owned(), Hash::of);
        let most_losses = Some(MOST_LOSSES);
        let terms = Terms { version, identity, works_here, most_losses, eager: false };
        let mut test = Test { desk: Desk::new(terms, Vec::new()), notes: Notes::default() };
        for &member in members {
            test.desk.join(member);
            test.says(member, hello("1"));
        }
        test.desk.take_post();
        test
    }

    fn says(&mut self, member: MemberId, said: Said) {
        self.desk.hear(member, said, &mut self.notes).expect("it is welcome");
    }

    fn leaves(&mut self, member: MemberId) {
        self.desk.lose(member, "it was killed");
    }

    /// What a member is told to do.
    fn told(&mut self, member: MemberId) -> Vec<Next> {
        let post = self.desk.take_post().into_iter();
        let own = post.filter(|post| post.to.contains(&member));
        own.filter_map(|post| if let Told::Next(next) = post.told { Some(next) } else { None })
            .collect()
    }

    /// The task that it gets.
    fn gets(&mut self, member: MemberId) -> u64 {
        self.says(member, Said::Next(Vec::new()));
        match self.told(member).as_slice() {
            [Next::Help(id, _)] => *id,
            other => panic!("{other:?}"),
        }
    }

    fn done(&mut self, member: MemberId, task: u64, outcome: &str) {
        let outcome = Some(outcome.as_bytes().to_vec());
        self.says(member, Said::Done { task, outcome, note: Vec::new() });
    }
}

#[test]
fn a_task_belongs_to_one_and_its_outcome_counts_once() {
    let mut test = Test::with(false, &[ONE, TWO]);
    let number = test.desk.offer(b"task".to_vec());
    let task = test.gets(ONE);
    test.says(TWO, Said::Next(Vec::new()));
    assert_eq!(test.told(TWO), []);
    test.done(TWO, task, "of somebody who does not have it");
    assert_eq!(test.desk.next(&[number]), None);
    test.done(ONE, task, "outcome");
    test.done(ONE, task, "once more");
    assert_eq!(test.desk.next(&[number]), Some(Next::Outcome(number, b"outcome".to_vec())));
}

#[test]
fn what_a_lost_member_had_comes_again() {
    let mut test = Test::with(false, &[ONE, TWO]);
    let number = test.desk.offer(b"task".to_vec());
    let task = test.gets(ONE);
    test.leaves(ONE);
    test.done(ONE, task, "too late");
    assert_eq!(test.gets(TWO), task);
    test.done(TWO, task, "outcome");
    assert_eq!(test.desk.next(&[number]), Some(Next::Outcome(number, b"outcome".to_vec())));
    assert_eq!(test.desk.dead_letters(), []);
}

#[test]
fn a_task_that_costs_too_many_members_is_given_up() {
    let mut test = Test::with(false, &[]);
    let number = test.desk.offer(b"deadly".to_vec());
    for member in 0..u64::from(MOST_LOSSES) {
        assert_eq!(test.desk.next(&[number]), None);
        test.desk.join(MemberId(member));
        test.says(MemberId(member), hello("1"));
        test.gets(MemberId(member));
        test.leaves(MemberId(member));
    }
    assert_eq!(test.desk.next(&[number]), Some(Next::GivenUp(number)));
    let [letter] = test.desk.dead_letters() else { panic!("there is one") };
    assert_eq!(letter.task, b"deadly");
    assert_eq!(letter.losses, ["somebody: it was killed"; 3]);
}

#[test]
fn a_task_goes_back_to_a_giver_who_waits() {
    let mut test = Test::with(true, &[ONE]);
    let number = test.desk.offer(b"task".to_vec());
    assert_eq!(test.desk.next(&[number]), Some(Next::Yours(number)));
    test.says(ONE, Said::Next(Vec::new()));
    assert_eq!(test.told(ONE), [], "nothing is left");
}

#[test]
fn a_giver_who_waits_does_what_somebody_was_lost_over() {
    let mut test = Test::with(true, &[ONE, TWO]);
    let number = test.desk.offer(b"task".to_vec());
    test.gets(ONE);
    assert_eq!(test.desk.next(&[number]), None);
    test.says(TWO, Said::Next(Vec::new()));
    test.leaves(ONE);
    assert_eq!(test.told(TWO), []);
    assert_eq!(test.desk.next(&[number]), Some(Next::Yours(number)));
}

#[test]
fn what_a_lost_member_gave_is_withdrawn() {
    let mut test = Test::with(true, &[ONE, TWO]);
    test.says(ONE, Said::Offer(0, b"first".to_vec()));
    test.says(ONE, Said::Offer(1, b"second".to_vec()));
    let task = test.gets(TWO);
    test.leaves(ONE);
    test.done(TWO, task, "nobody asks");
    test.says(TWO, Said::Next(Vec::new()));
    assert_eq!(test.told(TWO), []);
    assert_eq!(test.desk.next(&[]), None);
}

#[test]
fn a_task_that_was_not_done_goes_back() {
    let mut test = Test::with(true, &[ONE]);
    let number = test.desk.offer(b"task".to_vec());
    let task = test.gets(ONE);
    test.says(ONE, Said::Done { task, outcome: None, note: b"why".to_vec() });
    assert_eq!(test.notes.0, [(b"why".to_vec(), About::NotDone)]);
    assert_eq!(test.desk.next(&[number]), Some(Next::Yours(number)));
}

#[test]
fn outcomes_of_an_earlier_run_count() {
    let mut test = Test::with(true, &[ONE]);
    test.desk.keep([(Hash::of(b"known"), b"outcome".to_vec())]);
    let known = test.desk.offer(b"known".to_vec());
    let other = test.desk.offer(b"other".to_vec());
    assert_eq!(test.desk.next(&[known]), Some(Next::Outcome(known, b"outcome".to_vec())));
    let task = test.gets(ONE);
    test.done(ONE, task, "new");
    assert_eq!(test.desk.take_fresh(), [(Hash::of(b"other"), b"new".to_vec())]);
    assert_eq!(test.desk.next(&[other]), Some(Next::Outcome(other, b"new".to_vec())));
}

#[test]
fn only_who_speaks_the_same_is_welcome() {
    let mut test = Test::with(true, &[]);
    test.desk.join(ONE);
    let refused = test.desk.hear(ONE, hello("0.9"), &mut test.notes);
    let why = refused.expect_err("it is of another version");
    assert!(why.contains("raddle 0.9") && why.contains("raddle 1 "), "{why}");
    let early = test.desk.hear(ONE, Said::Next(Vec::new()), &mut test.notes);
    assert!(early.is_err(), "hello comes first");
    test.says(ONE, hello("1"));
    assert!(test.desk.hear(ONE, Said::Ask(b"what".to_vec()), &mut test.notes).is_err());
}

#[test]
fn members_that_wait_want_work() {
    let mut test = Test::with(true, &[ONE, TWO]);
    test.desk.next(&[]);
    test.desk.stop_waiting();
    test.says(ONE, Said::Next(Vec::new()));
    assert_eq!(test.desk.wanted(), Wanted::Now);
    test.desk.offer(b"first".to_vec());
    assert_eq!(test.desk.wanted(), Wanted::Soon);
    test.desk.offer(b"second".to_vec());
    assert_eq!(test.desk.wanted(), Wanted::No);
}

/// Whoever has offered something takes nothing for wanted until it is told.
#[test]
fn who_offers_is_told_if_more_is_wanted() {
    const THREE: MemberId = MemberId(3);
    let mut test = Test::with(false, &[ONE, TWO, THREE]);
    test.says(ONE, Said::Next(Vec::new()));
    test.says(TWO, Said::Next(Vec::new()));
    test.desk.take_post();
    test.says(THREE, Said::Offer(0, b"first".to_vec()));
    assert_eq!(test.desk.wanted(), Wanted::Now, "the other one still waits");
    let post = test.desk.take_post();
    let again = post.iter().find(|post| post.told == Told::Wanted(Wanted::Now));
    assert_eq!(again.map(|post| post.to.as_slice()), Some(&[THREE][..]));
}

#[test]
fn what_is_withdrawn_is_gone_and_so_is_who_did_it() {
    let mut test = Test::with(false, &[ONE, TWO]);
    let numbers = [test.desk.offer(b"begun".to_vec()), test.desk.offer(b"free".to_vec())];
    let task = test.gets(ONE);
    assert_eq!(test.desk.withdraw(&numbers), [ONE]);
    assert_eq!(test.desk.helpers(), 1);
    test.done(ONE, task, "too late");
    test.says(TWO, Said::Next(Vec::new()));
    assert_eq!(test.told(TWO), [], "nothing is left");
    assert_eq!(test.desk.dead_letters(), []);
}

#[test]
fn what_is_shared_reaches_all_others() {
    let mut test = Test::with(true, &[ONE, TWO]);
    test.says(ONE, Said::Share(vec![b"summary".to_vec()]));
    let post = test.desk.take_post();
    let shared = post.iter().find(|post| matches!(post.told, Told::Shared(_)));
    assert_eq!(shared.map(|post| post.to.as_slice()), Some(&[TWO][..]));
    assert_eq!(test.desk.take_mail(), [b"summary".to_vec()]);
}

#[test]
fn in_the_end_everybody_who_waits_is_told() {
    let mut test = Test::with(true, &[ONE, TWO]);
    test.says(ONE, Said::Next(Vec::new()));
    test.desk.end();
    assert_eq!(test.told(ONE), [Next::Over]);
    assert!(test.desk.is_farewell());
    test.leaves(ONE);
    assert!(!test.desk.is_farewell(), "the other one has never asked");
    test.says(TWO, Said::Next(Vec::new()));
    assert_eq!(test.told(TWO), [Next::Over], "nor is it too late to ask");
}
