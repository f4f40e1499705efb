//! Which threads to try in a node, decided before anything is tried there: persistent sets (`persistent.rs`), made smaller by what the property does
//! not need (`pdpor/`).

use raddle_ir::FuncId;
use raddle_machine::{Machine, ThreadId};
use raddle_moves::{self as enabled, Tried};
use raddle_plan::Plan;

use crate::node::Node;
use crate::pdpor::SemiCommutation;
use crate::persistent::Futures;
use crate::run::Run;

pub(crate) struct StaticSets {
    /// What threads may do, if there was time to find out.
    futures: Option<Futures>,
    semi_commutation: Option<SemiCommutation>,
}

impl StaticSets {
    /// `entry` is where the program starts.
    pub(crate) fn new(machine: &Machine<'_>, plan: &Plan, entry: FuncId) -> Self {
        let semi = plan.semi_commutation;
        let futures = plan.persistent_sets.then_some(entry);
        StaticSets {
            futures: futures
                .and_then(|entry| Futures::new(machine.program, entry, &machine.config.budget)),
            semi_commutation: semi.then(|| SemiCommutation::new(plan.broken)),
        }
    }

    /// How often threads were left out because of the property, and how many orders were asked about.
    pub(crate) fn counts(&self) -> Option<(u64, u64)> {
        self.semi_commutation.as_ref().map(|semi| (semi.left_out, semi.asked()))
    }

    /// The threads to try in a node. What their transitions lead to is kept for later.
    pub(crate) fn choose(
        &mut self,
        machine: &mut Machine<'_>,
        run: &Run,
        node: &mut Node,
    ) -> Vec<ThreadId> {
        let everybody = node.enabled.to_vec();
        let due = run.longest_waiting(node);
        let usable = !machine.config.all_shared;
        let Some(futures) = self.futures.as_mut().filter(|_| usable) else { return everybody };
        let mut next = Vec::new();
        let mut failures = Vec::new();
        for &thread in &everybody {
            let known = node.tried.iter().position(|(tried, _)| *tried == thread);
            let before = machine.outbox.mark();
            let at = match known {
                Some(at) => at,
                None => match enabled::attempt(machine, &node.state, thread) {
                    Tried::Possible(states) => {
                        node.tried.push((thread, states));
                        node.tried.len() - 1
                    }
                    Tried::Impossible(_) | Tried::Depends(_) | Tried::Unfinished => {
                        return everybody;
                    }
                },
            };
            if known.is_none() {
                failures.push((thread, before, machine.outbox.mark()));
            }
            let accesses = node.tried[at].1.iter().flat_map(|state| &state.event.accesses);
            next.push((thread, accesses.copied().collect()));
        }
        let chosen = match &mut self.semi_commutation {
            Some(semi) => {
                let choice = semi.persistent_set(machine, futures, &node.state, &next, due);
                node.concluded_from = choice.conditions;
                choice.threads
            }
            None => futures.persistent_set(machine, &node.state, &next, due),
        };
        // What was only tried did not happen.
        for (thread, before, after) in failures.into_iter().rev() {
            if !chosen.contains(&thread) {
                node.tried.retain(|(tried, _)| *tried != thread);
                machine.outbox.forget_between(before, after);
            }
        }
        chosen
    }
}
