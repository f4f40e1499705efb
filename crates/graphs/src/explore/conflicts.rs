//! Data races of a graph: what is reported, and what is left of the graph.

use std::rc::Rc;

use raddle_machine::{Cut, CutKind, ObjectId, ObjectName, Property, State};
use raddle_reduce::Broken;
use raddle_solver::Answer;

use super::Explorer;
use crate::execute::has_ended;
use crate::graph::Graph;
use crate::races;

impl Explorer<'_, '_> {
    /// Reports races of the newest step. Whether nothing is left of the graph: if accesses touch the same bytes for some inputs only, it
    /// goes on with the others.
    pub(super) fn races(&mut self, graph: &mut Graph, failed: bool) -> bool {
        let found = races::of_newest(graph);
        let asked = self.machine.config.properties.contains(Property::Race);
        let mut nothing_left = false;
        for race in found {
            let state = graph.state().clone();
            let (earlier, later) = (&race.earlier.access, &race.later.access);
            if failed && self.is_variable_of_thread(later.object) && has_ended(&state, later.object)
            {
                // That it is gone has been told.
                nothing_left = true;
                continue;
            }
            let condition = match self.machine.overlap(earlier, later) {
                None => None,
                Some(condition) => match self.answer(&state, condition) {
                    Answer::Unsat(_) => continue,
                    Answer::Sat(model) => Some((condition, model)),
                    Answer::Unknown(_) => {
                        self.cut("whether two accesses overlap is not decided", Some(later.at));
                        return true;
                    }
                },
            };
            let plain = self.events.model.has_plain_events() && !has_ended(&state, later.object);
            if asked {
                raddle_evidence::report_race(self.machine, &state, &race, condition.clone());
            } else if !plain {
                let message = "a data race, which has no meaning in C11 (property race)".to_owned();
                let (kind, func) = (CutKind::UndefinedBehaviour, Some(later.at.func.0));
                let cut = Cut { kind, message, loc: later.at.loc, func };
                self.machine.outbox.report_cut(cut);
            }
            for access in [earlier, later] {
                let stays_local = self.broken == Some(Broken::RacyAccessesLocal);
                let local = access.sync.is_plain() && !self.events.is_event(access);
                if plain && local && !stays_local {
                    self.events.note_race(access);
                    self.too_plain = true;
                }
            }
            let Some((condition, _)) = condition else {
                nothing_left = true;
                continue;
            };
            let apart = self.machine.terms.not(condition);
            match self.answer(&state, apart) {
                Answer::Sat(model) => {
                    let path = state.path.and(apart);
                    let state = State { path, model, ..(*state).clone() };
                    *graph.states.last_mut().expect("there is one") = Rc::new(state);
                }
                Answer::Unsat(_) | Answer::Unknown(_) => nothing_left = true,
            }
        }
        nothing_left
    }

    pub(super) fn is_variable_of_thread(&self, object: ObjectId) -> bool {
        let name = self.machine.names.name(object);
        matches!(name, ObjectName::Stack { .. } | ObjectName::ThreadLocal(..))
    }

    pub(super) fn answer(&mut self, state: &State, condition: raddle_expr::TermId) -> Answer {
        self.machine.solver.check(&mut self.machine.terms, &state.path, &[condition])
    }
}
