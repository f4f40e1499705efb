//! Which run has no end in sight, told to people: the thread, the loop, the line.

use std::collections::BTreeMap;

use raddle_analysis::{strongly_connected, successors};
use raddle_evidence::{Notice, Visitor};
use raddle_findings::codes::ReasonKind;
use raddle_ir::{Block, Body, FuncId, Loc, Program};
use raddle_machine::{StackEntry, State, ThreadId};

use crate::interleave::Interleaver;

/// The newest transitions of a run that tell what goes on.
const RECENT: usize = 512;
/// A run in which one transition in so many of these creates a thread goes on by creation.
const CREATES: usize = 16;
/// A run of so many transitions is not followed any further once something was found.
const LONGEST: usize = 10_000;

impl Interleaver<'_, '_> {
    /// Whether following the run at hand is not worth while any more: something was found, and this run seems to have no end.
    pub(crate) fn has_gone_far_enough(&self, visitor: &dyn Visitor) -> bool {
        self.probes.is_some()
            && self.tree.run.trace.len() > LONGEST
            && self.has_no_end()
            && visitor.has_findings()
    }

    /// Says which run the search stops in the middle of, if that seems to have no end.
    pub(crate) fn tell_endless(&mut self, visitor: &mut dyn Visitor) {
        if !self.has_no_end() {
            return;
        }
        let steps = self.tree.run.trace.steps();
        let recent = &steps[steps.len().saturating_sub(RECENT)..];
        if recent.len() < RECENT {
            self.tell_endless_work(visitor);
            return;
        }
        let creators = recent.iter().filter(|step| !step.event.created.is_empty());
        let creates = creators.clone().count() > RECENT / CREATES;
        let mut places: BTreeMap<(ThreadId, Loc), (usize, FuncId)> = BTreeMap::new();
        for step in recent.iter().filter(|step| !creates || !step.event.created.is_empty()) {
            let own = |access: &&raddle_machine::Access| access.at.loc == step.event.loc;
            let Some(at) = step.event.accesses.iter().find(own) else { continue };
            places.entry((step.thread, at.at.loc)).or_insert((0, at.at.func)).0 += 1;
        }
        let most = places.into_iter().max_by_key(|(_, (count, _))| *count);
        let Some(((thread, loc), (_, func))) = most else { return };
        let here = |step: &&raddle_reduce::Step| step.thread == thread && step.event.loc == loc;
        let times = steps.iter().filter(here).count();
        let round = self.loop_of(thread);
        let what = match round {
            Some(line) => format!("{thread} goes round the loop at line {line}"),
            None => format!("{thread} does the same again and again"),
        };
        let (kind, does) = if creates {
            (ReasonKind::EndlessCreation, "has created threads here")
        } else {
            (ReasonKind::EndlessRun, "came here")
        };
        let message = format!(
            "a run has no end in sight: {what} and {does} {times} times in {} transitions",
            steps.len()
        );
        visitor.notice(Notice::Endless { kind, message, at: StackEntry { func, loc } });
    }

    /// The line of the loop that a thread is in where the search stands.
    fn loop_of(&self, thread: ThreadId) -> Option<u32> {
        let state = &self.tree.run.stack.last()?.state;
        state.position(thread)?;
        loop_around(self.machine.program, state, thread)
    }

    /// The same of work that no other thread notices.
    fn tell_endless_work(&mut self, visitor: &mut dyn Visitor) {
        let Some(state) = self.at_work() else { return };
        let Some(&thread) = state.unsettled.last() else { return };
        let stack = self.machine.stack(state, thread);
        let own = |entry: &&StackEntry| self.machine.is_user_location(entry.loc);
        let Some(&at) = stack.iter().find(own) else { return };
        let round = loop_around(self.machine.program, state, thread);
        let what = match round {
            Some(line) => format!("{thread} goes round the loop at line {line}"),
            None => format!("{thread} works on"),
        };
        let message = format!("a run has no end in sight: {what}, which no other thread notices");
        visitor.notice(Notice::Endless { kind: ReasonKind::EndlessWork, message, at });
    }

    /// The state whose local work is to go on next.
    fn at_work(&self) -> Option<&State> {
        let run = &self.tree.run;
        let next = run.stack.last().and_then(|node| node.children.last());
        next.or(run.roots.last())
    }
}

/// The first line of the innermost cycle of blocks that a thread is in.
fn loop_around(program: &Program, state: &State, thread: ThreadId) -> Option<u32> {
    state.thread(thread).frames.iter().rev().find_map(|frame| {
        let body = program.functions[frame.func].body.as_ref()?;
        let members = strongly_connected(body);
        let cycle = members.iter().find(|members| members.contains(&frame.block))?;
        let turns = |block: &Block| successors(&body.blocks[*block].terminator).contains(block);
        if cycle.len() == 1 && !cycle.iter().any(turns) {
            return None;
        }
        let places = cycle.iter().flat_map(|&block| locs(body, block)).filter_map(Loc::get);
        places.map(|place| place.line).filter(|&line| line > 0).min()
    })
}

fn locs(body: &Body, block: Block) -> impl Iterator<Item = Loc> + '_ {
    let data = &body.blocks[block];
    data.insts.iter().map(|inst| inst.loc).chain([data.terminator_loc])
}
