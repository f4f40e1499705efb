//! Who leaves the desk, and what nobody needs any more.
//!
//! A member that leaves loses what it was doing, which lies on the desk again, and takes with it what it gave: nobody would ask for the outcome. A task over which
//! too many members were lost is given up: it lies among the *dead letters*, and its giver is told.
//!
//! A task that is withdrawn is gone. Whoever was doing it has to leave, because nobody interrupts a worker otherwise: it comes again as somebody new. Nothing else is lost with it.

use super::{Desk, Post, State, Task, Who};
use crate::transport::MemberId;
use crate::wire::Told;

/// Members that are usually risked for one task.
pub const MOST_LOSSES: u32 = 3;

/// A task that was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    pub task: Vec<u8>,
    /// Why its members were lost.
    pub losses: Vec<String>,
}

impl Desk {
    /// A member is gone.
    pub fn lose(&mut self, member: MemberId, why: &str) {
        let Some(gone) = self.members.remove(&member) else { return };
        let who = Who::Member(member);
        let withdrawn: Vec<u64> =
            self.given.range((who, 0)..=(who, u64::MAX)).map(|(_, &task)| task).collect();
        for task in withdrawn {
            self.remove(task);
        }
        let reason =
            if gone.name.is_empty() { why.to_owned() } else { format!("{}: {why}", gone.name) };
        let had: Vec<u64> = self
            .tasks
            .iter()
            .filter(|(_, task)| task.state == State::Taken(who))
            .map(|(&id, _)| id)
            .collect();
        for id in had {
            let Some(task) = self.tasks.get_mut(&id) else { continue };
            task.losses.push(reason.clone());
            match self.terms.most_losses {
                None => {
                    self.remove(id);
                }
                Some(most) if task.losses.len() >= most as usize => self.give_up(id),
                Some(_) => {
                    task.state = State::Free;
                    self.free.insert(id);
                }
            }
        }
        self.hand_out();
    }

    /// Nobody tries it any more.
    pub(super) fn give_up(&mut self, id: u64) {
        let Some(task) = self.tasks.get_mut(&id) else { return };
        task.state = State::GivenUp;
        let (task, losses) = (task.content.clone(), task.losses.clone());
        self.dead.push(DeadLetter { task, losses });
    }

    pub fn dead_letters(&self) -> &[DeadLetter] {
        &self.dead
    }

    /// Nobody needs the outcomes of these tasks any more. The members that were doing them, and have to leave.
    pub fn withdraw(&mut self, numbers: &[u64]) -> Vec<MemberId> {
        let mut gone = Vec::new();
        for &number in numbers {
            let Some(&id) = self.given.get(&(Who::Here, number)) else { continue };
            if let Some(Task { state: State::Taken(Who::Member(member)), .. }) = self.remove(id) {
                gone.push(member);
            }
        }
        self.post.push(Post { to: gone.clone(), told: Told::Leave });
        for &member in &gone {
            // Nothing is lost with it: it did nothing else.
            self.lose(member, "it is not needed any more");
        }
        self.hand_out();
        gone
    }

    /// Whatever was offered or is being done does not count. The members that have to leave.
    pub fn forget(&mut self) -> Vec<MemberId> {
        self.tasks.clear();
        self.free.clear();
        self.given.clear();
        self.mail.clear();
        let gone: Vec<MemberId> = std::mem::take(&mut self.members).into_keys().collect();
        self.post.push(Post { to: gone.clone(), told: Told::Leave });
        gone
    }

    /// Everything ends: whoever waits is told.
    pub fn end(&mut self) {
        self.over = true;
        self.hand_out();
    }

    /// Whether somebody still has to say good-bye: who was told that everything is over, or is about to ask what to do next.
    pub fn is_farewell(&self) -> bool {
        let works = |id: MemberId| {
            self.tasks.values().any(|task| task.state == State::Taken(Who::Member(id)))
        };
        self.members.iter().any(|(&id, member)| member.leaves || (member.worked && !works(id)))
    }

    /// Nobody is there, and nobody will come.
    pub fn desert(&mut self) {
        self.deserted = true;
    }

    pub fn is_deserted(&self) -> bool {
        self.deserted
    }
}
