//! Where tasks lie, and who has which.
//!
//! Members give tasks and do tasks of others; whoever has the desk (*here*) may do both, too. Somebody who has nothing to do, or waits for outcomes of what it gave,
//! gets the task that was offered first. A task that nobody has begun when its giver waits for it goes back to the giver.
//!
//! What becomes of tasks when somebody leaves, or nobody needs them any more, is in `desk/leaving.rs`.
//!
//! An outcome counts once, and only if it comes from who has the task. Outcomes of an earlier run are known by the content of their tasks.
//!
//! The desk sends nothing. It leaves what has to be told in a list for the pool.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

use crate::blob::{Blob, Hash};
use crate::record::{Moment, Record, What, thread_time};
use crate::transport::MemberId;
use crate::wire::{Damaged, Next, Said, Told, WIRE, Wanted};

mod leaving;
#[cfg(test)]
mod tests;

pub use leaving::{DeadLetter, MOST_LOSSES};

/// Tasks that one member may have given at a time.
const MOST_GIVEN: usize = 10_000;
/// Their length together.
const MOST_GIVEN_BYTES: usize = 256 << 20;
/// Tasks on offer when as many as possible are wanted.
const EAGER: usize = 8;

/// Whose work it is. The desk understands neither tasks nor notes nor questions: these are for the client.
pub trait Client: Send {
    /// What a new member has to know.
    fn welcome(&mut self, member: MemberId) -> Vec<u8>;
    /// The answer to a question of a member. An error: this is no question.
    fn answer(&mut self, member: MemberId, question: &[u8]) -> Result<Vec<u8>, Damaged>;
    /// Something that a member wants to be known. An error: this is no note.
    fn note(&mut self, member: MemberId, note: &[u8], about: About) -> Result<(), Damaged>;
    /// What outcomes rely on that are about to be kept: lines for the journal, each of them once. They are there when the work is resumed.
    fn to_keep(&mut self) -> Vec<String> {
        Vec::new()
    }
    /// What people call a task.
    fn name(&self, _task: &[u8]) -> Option<String> {
        None
    }
    /// What people want to know of the whole, beside who does what.
    fn status(&mut self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::Map::new()
    }
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Anything,
    /// It came with the outcome of a task.
    Done,
    /// It came with a task of which nothing came.
    NotDone,
}

/// How work is shared.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The version of whoever has the desk: members have the same.
    pub version: String,
    /// What tells a task from others, over several runs.
    pub identity: fn(&[u8]) -> Hash,
    /// Whoever has the desk does tasks itself.
    pub works_here: bool,
    /// Members that may be lost over one task. Without a number a task goes back to its giver when one is lost: where all live on one machine,
    /// nobody is safer than another.
    pub most_losses: Option<u32>,
    /// Everything is to be done by others than who gave it; for tests.
    pub eager: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Who {
    Here,
    Member(MemberId),
}

#[derive(Debug)]
struct Task {
    giver: Who,
    /// As its giver calls it.
    number: u64,
    content: Vec<u8>,
    state: State,
    since: Instant,
    losses: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    Free,
    Taken(Who),
    Done(Vec<u8>),
    GivenUp,
}

#[derive(Debug, Default)]
struct Member {
    name: String,
    welcome: bool,
    /// It waits for outcomes of these tasks, or for anything to do.
    waits_for: Option<Vec<u64>>,
    /// What it takes to be wanted: as it was last told, and nothing after it has offered something.
    wanted: Wanted,
    /// It has asked what to do.
    worked: bool,
    /// It was told that everything is over.
    leaves: bool,
    /// What it has used of a core, if it says so.
    spent: Option<u64>,
}

/// Something to tell to some.
#[derive(Debug, PartialEq, Eq)]
pub struct Post {
    pub to: Vec<MemberId>,
    pub told: Told,
}

#[derive(Debug)]
pub struct Desk {
    terms: Terms,
    /// In the order in which they were offered.
    tasks: BTreeMap<u64, Task>,
    free: BTreeSet<u64>,
    given: BTreeMap<(Who, u64), u64>,
    next_task: u64,
    next_number: u64,
    members: BTreeMap<MemberId, Member>,
    /// What whoever has the desk waits for.
    waits_here: Option<Vec<u64>>,
    /// Whether somebody should offer something.
    wanted: Wanted,
    contents: Vec<Blob>,
    /// Outcomes by the content of their tasks.
    known: HashMap<Hash, Vec<u8>>,
    /// Outcomes that are new, to be kept.
    fresh: Vec<(Hash, Vec<u8>)>,
    keeps: bool,
    finished: u64,
    /// Tasks whose outcomes were known from an earlier run.
    recalled: u64,
    dead: Vec<DeadLetter>,
    /// What members share with whoever has the desk.
    mail: Vec<Vec<u8>>,
    newcomer: bool,
    /// Nobody is there, and nobody will come.
    deserted: bool,
    over: bool,
    post: Vec<Post>,
    /// For measurements.
    record: Option<Record>,
}

impl Who {
    fn number(self) -> u64 {
        match self {
            Who::Here => 0,
            Who::Member(id) => id.0,
        }
    }
}

impl Desk {
    pub fn new(terms: Terms, contents: Vec<Blob>) -> Desk {
        Desk {
            terms,
            tasks: BTreeMap::new(),
            free: BTreeSet::new(),
            given: BTreeMap::new(),
            next_task: 0,
            next_number: 0,
            members: BTreeMap::new(),
            waits_here: None,
            wanted: Wanted::No,
            contents,
            known: HashMap::new(),
            fresh: Vec::new(),
            keeps: false,
            finished: 0,
            recalled: 0,
            dead: Vec::new(),
            mail: Vec::new(),
            newcomer: false,
            deserted: false,
            over: false,
            post: Vec::new(),
            record: None,
        }
    }

    /// From now on it is put down what happens.
    pub fn record(&mut self) {
        self.record = Some(Record::new());
        self.put_down(Who::Here, What::Goes, None, 0);
    }

    pub fn take_record(&mut self) -> Vec<Moment> {
        self.record.as_mut().map(Record::take).unwrap_or_default()
    }

    fn put_down(&mut self, who: Who, what: What, task: Option<u64>, bytes: usize) {
        let Some(record) = &mut self.record else { return };
        let spent = match who {
            Who::Here => thread_time(),
            Who::Member(id) => self.members.get(&id).and_then(|member| member.spent),
        };
        record.add(who.number(), what, task, bytes, spent);
    }

    /// Outcomes of an earlier run count, and new ones are to be kept.
    pub fn keep(&mut self, known: impl IntoIterator<Item = (Hash, Vec<u8>)>) {
        self.known.extend(known);
        self.keeps = true;
    }

    /// Outcomes that are to be kept before anything is sent.
    pub fn take_fresh(&mut self) -> Vec<(Hash, Vec<u8>)> {
        std::mem::take(&mut self.fresh)
    }

    /// What is to be sent, in order.
    pub fn take_post(&mut self) -> Vec<Post> {
        std::mem::take(&mut self.post)
    }

    pub fn wanted(&self) -> Wanted {
        self.wanted
    }

    pub fn has_news(&self) -> bool {
        !self.mail.is_empty() || self.newcomer
    }

    pub fn take_mail(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.mail)
    }

    pub fn take_newcomer(&mut self) -> bool {
        std::mem::take(&mut self.newcomer)
    }

    /// Tasks whose outcomes were known from an earlier run.
    pub fn recalled(&self) -> u64 {
        self.recalled
    }

    /// Members that help.
    pub fn helpers(&self) -> usize {
        self.members.values().filter(|member| member.welcome).count()
    }

    pub fn members(&self) -> impl Iterator<Item = MemberId> {
        self.members.keys().copied()
    }

    /// Who does what, for people.
    pub fn status(&self, client: &dyn Client) -> serde_json::Map<String, serde_json::Value> {
        let does = |who: Who| {
            let task = self.tasks.values().find(|task| task.state == State::Taken(who))?;
            let name = client
                .name(&task.content)
                .unwrap_or_else(|| format!("task {}", &Hash::of(&task.content).to_string()[..12]));
            Some((name, task.since.elapsed().as_secs_f64()))
        };
        let members = self.members.iter().filter(|(_, member)| member.welcome).map(|(&id, _)| {
            let (task, seconds) = does(Who::Member(id)).unzip();
            serde_json::json!({ "id": id.0, "task": task, "seconds": seconds })
        });
        let mut status = serde_json::Map::new();
        status.insert("done".to_owned(), self.finished.into());
        status.insert("waiting".to_owned(), self.free.len().into());
        status.insert("members".to_owned(), members.collect());
        status
    }

    // What whoever has the desk does.

    /// Somebody may do this task. Its number.
    pub fn offer(&mut self, task: Vec<u8>) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        self.add(Who::Here, number, task);
        self.hand_out();
        number
    }

    /// What there is to do here, for somebody who waits for outcomes of these tasks.
    pub fn next(&mut self, awaited: &[u64]) -> Option<Next> {
        let next = self.next_of(Who::Here, awaited);
        let what = if next.is_some() { What::Goes } else { What::Waits };
        self.put_down(Who::Here, what, None, 0);
        self.waits_here = next.is_none().then(|| awaited.to_vec());
        self.hand_out();
        next
    }

    /// Nobody waits here any more.
    pub fn stop_waiting(&mut self) {
        self.waits_here = None;
    }

    /// What came of a task that was done here.
    pub fn done(&mut self, task: u64, outcome: Option<Vec<u8>>) {
        self.finish(Who::Here, task, outcome);
        self.hand_out();
    }

    /// For all members.
    pub fn share(&mut self, all: Vec<Vec<u8>>) {
        self.spread(Who::Here, all);
    }

    // What members do.

    pub fn join(&mut self, member: MemberId) {
        self.members.insert(member, Member::default());
    }

    /// Does what a member says. An error: why it has to go.
    pub fn hear(
        &mut self,
        member: MemberId,
        said: Said,
        client: &mut dyn Client,
    ) -> Result<(), String> {
        let Some(speaker) = self.members.get(&member) else { return Ok(()) };
        if !speaker.welcome {
            return self.greet(member, said, client);
        }
        // Whoever has nothing to do may still say good-bye.
        if self.over && !speaker.leaves && !matches!(said, Said::Next(_)) {
            return Ok(());
        }
        let damaged = |_: Damaged| "what it says cannot be understood".to_owned();
        match said {
            Said::Hello { .. } => return Err("it says hello again".to_owned()),
            Said::Want(hash) => {
                let found = self.contents.iter().find(|content| content.hash == hash);
                let told = Told::Content(found.map(|content| content.packed.clone()));
                self.tell(member, told);
            }
            Said::Offer(number, task) => {
                let giver = Who::Member(member);
                let own = self.given.range((giver, 0)..=(giver, u64::MAX));
                let bytes: usize = own.clone().map(|(_, id)| self.tasks[id].content.len()).sum();
                if own.count() >= MOST_GIVEN
                    || bytes + task.len() > MOST_GIVEN_BYTES
                    || self.given.contains_key(&(giver, number))
                {
                    return Err("it gives too many tasks".to_owned());
                }
                self.add(giver, number, task);
                if let Some(speaker) = self.members.get_mut(&member) {
                    speaker.wanted = Wanted::No;
                }
            }
            Said::Next(awaited) => {
                self.put_down(Who::Member(member), What::Waits, None, 0);
                if let Some(speaker) = self.members.get_mut(&member) {
                    speaker.waits_for = Some(awaited);
                    speaker.worked = true;
                }
            }
            Said::Done { task, outcome, note } => {
                let about = if outcome.is_some() { About::Done } else { About::NotDone };
                if !note.is_empty() {
                    client.note(member, &note, about).map_err(damaged)?;
                }
                self.finish(Who::Member(member), task, outcome);
            }
            Said::Spent(microseconds) => {
                if let Some(speaker) = self.members.get_mut(&member) {
                    speaker.spent = Some(microseconds);
                }
                return Ok(());
            }
            Said::Note(note) => client.note(member, &note, About::Anything).map_err(damaged)?,
            Said::Share(all) => self.spread(Who::Member(member), all),
            Said::Ask(question) => {
                let answer = client.answer(member, &question).map_err(damaged)?;
                self.tell(member, Told::Answer(answer));
            }
        }
        self.hand_out();
        Ok(())
    }

    fn greet(
        &mut self,
        member: MemberId,
        said: Said,
        client: &mut dyn Client,
    ) -> Result<(), String> {
        let Said::Hello { wire, version, name } = said else {
            return Err("it does not say hello".to_owned());
        };
        let ours = &self.terms.version;
        if wire != WIRE || version != *ours {
            return Err(format!(
                "this worker is of raddle {version} (messages of version {wire}), the check is of raddle {ours} (messages of version {WIRE}): use the same on all machines"
            ));
        }
        self.tell(member, Told::Welcome(client.welcome(member)));
        let wanted = self.wanted;
        self.tell(member, Told::Wanted(wanted));
        self.newcomer = true;
        if let Some(speaker) = self.members.get_mut(&member) {
            speaker.welcome = true;
            speaker.wanted = wanted;
            speaker.name = name;
        }
        Ok(())
    }

    // How tasks go round.

    fn add(&mut self, giver: Who, number: u64, content: Vec<u8>) {
        let id = self.next_task;
        self.next_task += 1;
        let known = if self.known.is_empty() {
            None
        } else {
            self.known.get(&(self.terms.identity)(&content))
        };
        let state = known.map_or(State::Free, |outcome| State::Done(outcome.clone()));
        if state == State::Free {
            self.free.insert(id);
        } else {
            self.recalled += 1;
        }
        self.given.insert((giver, number), id);
        self.put_down(giver, What::Offers, Some(id), content.len());
        let (since, losses) = (Instant::now(), Vec::new());
        self.tasks.insert(id, Task { giver, number, content, state, since, losses });
    }

    fn remove(&mut self, id: u64) -> Option<Task> {
        let task = self.tasks.remove(&id)?;
        self.free.remove(&id);
        self.given.remove(&(task.giver, task.number));
        Some(task)
    }

    fn finish(&mut self, who: Who, id: u64, outcome: Option<Vec<u8>>) {
        // Somebody who has lost it, or whose giver is gone, does not count; nor does an outcome that comes again.
        if self.tasks.get(&id).is_none_or(|task| task.state != State::Taken(who)) {
            return;
        }
        self.put_down(who, What::Ends, Some(id), outcome.as_ref().map_or(0, Vec::len));
        let Some(task) = self.tasks.get_mut(&id) else { return };
        match outcome {
            Some(outcome) => {
                self.finished += 1;
                if self.keeps {
                    self.fresh.push(((self.terms.identity)(&task.content), outcome.clone()));
                }
                task.state = State::Done(outcome);
            }
            // Its giver does it, if somebody can who has the whole.
            None if task.giver != Who::Here || self.terms.works_here => {
                self.remove(id);
            }
            None => {
                task.losses.push("it could not be done".to_owned());
                self.give_up(id);
            }
        }
    }

    /// What somebody who waits does next.
    fn next_of(&mut self, who: Who, awaited: &[u64]) -> Option<Next> {
        if self.over {
            return Some(Next::Over);
        }
        for &number in awaited {
            let Some(&id) = self.given.get(&(who, number)) else {
                return Some(Next::Yours(number));
            };
            if matches!(self.tasks[&id].state, State::Done(_) | State::GivenUp)
                && let Some(task) = self.remove(id)
            {
                return Some(match task.state {
                    State::Done(outcome) => Next::Outcome(number, outcome),
                    _ => Next::GivenUp(number),
                });
            }
        }
        if who == Who::Here && !self.terms.works_here {
            return None;
        }
        let keeps = self.terms.eager && !self.deserted;
        let is_back = |number: &&u64| {
            let task = self.given.get(&(who, **number)).map(|id| &self.tasks[id]);
            task.is_some_and(|task| {
                task.state == State::Free && (!keeps || !task.losses.is_empty())
            })
        };
        if let Some(&number) = awaited.iter().rev().find(is_back) {
            if let Some(&id) = self.given.get(&(who, number)) {
                self.remove(id);
            }
            return Some(Next::Yours(number));
        }
        let fits = |id: &&u64| {
            let task = &self.tasks[id];
            (!keeps || task.giver != who) && !self.is_wanted_back(task)
        };
        let id = *self.free.iter().find(fits)?;
        self.free.remove(&id);
        let task = self.tasks.get_mut(&id)?;
        task.state = State::Taken(who);
        task.since = Instant::now();
        let content = task.content.clone();
        self.put_down(who, What::Begins, Some(id), content.len());
        Some(Next::Help(id, content))
    }

    /// Whether somebody was lost over a task whose giver waits for it: the giver does it rather than lose another one.
    fn is_wanted_back(&self, task: &Task) -> bool {
        let waits_for = match task.giver {
            Who::Here if self.terms.works_here => self.waits_here.as_ref(),
            Who::Here => None,
            Who::Member(id) => self.members.get(&id).and_then(|giver| giver.waits_for.as_ref()),
        };
        !task.losses.is_empty() && waits_for.is_some_and(|awaited| awaited.contains(&task.number))
    }

    /// Serves everybody who waits, and tells everybody whether more is wanted.
    fn hand_out(&mut self) {
        let waiting: Vec<MemberId> = self
            .members
            .iter()
            .filter(|(_, member)| member.waits_for.is_some())
            .map(|(&id, _)| id)
            .collect();
        for id in waiting {
            let Some(awaited) =
                self.members.get_mut(&id).and_then(|member| member.waits_for.take())
            else {
                continue;
            };
            let next = self.next_of(Who::Member(id), &awaited);
            if next.is_some() {
                self.put_down(Who::Member(id), What::Goes, None, 0);
            }
            let Some(member) = self.members.get_mut(&id) else { continue };
            match next {
                Some(next) => {
                    member.leaves = next == Next::Over;
                    self.tell(id, Told::Next(next));
                }
                None => member.waits_for = Some(awaited),
            }
        }
        self.wanted = self.what_is_wanted();
        let mut to = Vec::new();
        for (&id, member) in self.members.iter_mut() {
            if member.welcome && member.wanted != self.wanted {
                member.wanted = self.wanted;
                to.push(id);
            }
        }
        if !to.is_empty() {
            self.post.push(Post { to, told: Told::Wanted(self.wanted) });
        }
    }

    fn what_is_wanted(&self) -> Wanted {
        let waiting = self.members.values().filter(|member| member.waits_for.is_some()).count();
        let waiting = waiting + usize::from(self.waits_here.is_some());
        let enough = if self.terms.eager { EAGER } else { waiting.max(1) };
        match self.free.len() {
            0 if waiting == 0 && !self.terms.eager => Wanted::Soon,
            on_offer if on_offer < enough => Wanted::Now,
            _ => Wanted::No,
        }
    }

    fn welcome_members(&self) -> impl Iterator<Item = MemberId> {
        self.members.iter().filter(|(_, member)| member.welcome).map(|(&id, _)| id)
    }

    fn spread(&mut self, maker: Who, all: Vec<Vec<u8>>) {
        let to = self.welcome_members().filter(|&id| Who::Member(id) != maker).collect();
        if maker != Who::Here && self.terms.works_here {
            self.mail.extend(all.iter().cloned());
        }
        self.post.push(Post { to, told: Told::Shared(all) });
    }

    fn tell(&mut self, member: MemberId, told: Told) {
        self.post.push(Post { to: vec![member], told });
    }
}
