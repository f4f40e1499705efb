//! A part of the search for somebody else, and what came of it, as text.

use std::rc::Rc;

use raddle_machine::{Event, Side, ThreadId};
use raddle_reduce::{SleepSet, WakeupTree};
use raddle_summary::{Reader, Writer};

/// Everything that starts with a transition at the end of a path.
#[derive(Debug, Default)]
pub(crate) struct Task {
    /// The nodes of the path and the transitions from them. The last one belongs to the task; without any, the task is a state that the
    /// program comes to before anybody has a choice.
    pub steps: Vec<Step>,
    /// The sides taken where inputs decided.
    pub sides: Vec<Side>,
    /// What has to be explored after the last transition.
    pub after: WakeupTree,
    /// Every object counts as shared.
    pub all_shared: bool,
    /// A circle was closed before.
    pub circles: bool,
}

#[derive(Debug)]
pub(crate) struct Step {
    pub thread: ThreadId,
    /// The node is a state that rests.
    pub rests: bool,
    /// States may rest in the transition.
    pub may_rest: bool,
    pub sleep: SleepSet,
    /// Threads explored at the node, or about to be.
    pub done: Vec<ThreadId>,
}

impl Task {
    pub fn text(&self) -> String {
        let mut writer = Writer::default();
        writer.flag(self.all_shared);
        writer.flag(self.circles);
        writer.list(self.steps.iter(), |writer, step| {
            writer.thread(step.thread);
            writer.flag(step.rests);
            writer.flag(step.may_rest);
            writer.sleep(&step.sleep);
            writer.list(step.done.iter(), |writer, &thread| writer.thread(thread));
        });
        writer.list(self.sides.iter(), Writer::side);
        writer.tree(&self.after);
        writer.finish()
    }

    pub fn from_text(text: &str) -> Option<Task> {
        let mut reader = Reader::new(text);
        Some(Task {
            all_shared: reader.flag()?,
            circles: reader.flag()?,
            steps: reader.list(|reader| {
                Some(Step {
                    thread: reader.thread()?,
                    rests: reader.flag()?,
                    may_rest: reader.flag()?,
                    sleep: reader.sleep()?,
                    done: reader.list(Reader::thread)?,
                })
            })?,
            sides: reader.list(Reader::side)?,
            after: reader.tree()?,
        })
    }
}

/// What came of a task.
#[derive(Debug)]
pub(crate) enum Outcome {
    Explored(Explored),
    /// It was not found again, or not explored to its end.
    Lost,
    /// An object turned out to be shared that was taken for private. All processes may have explored too little.
    Refuted,
}

#[derive(Debug, Default)]
pub(crate) struct Explored {
    /// What the transition accessed, over all inputs.
    pub footprint: Rc<Event>,
    /// A circle was closed.
    pub circles: bool,
    /// What has to be tried at the nodes of the path, from its beginning.
    pub wakeups: Vec<WakeupTree>,
    /// What was learnt about the transition, for the summary of the node before it.
    pub learnt: Option<String>,
}

impl Outcome {
    pub fn text(&self) -> String {
        let explored = match self {
            Outcome::Lost => return "lost".to_owned(),
            Outcome::Refuted => return "refuted".to_owned(),
            Outcome::Explored(explored) => explored,
        };
        let mut writer = Writer::default();
        writer.put("explored");
        writer.event(&explored.footprint);
        writer.flag(explored.circles);
        writer.list(explored.wakeups.iter(), Writer::tree);
        writer.flag(explored.learnt.is_some());
        explored.learnt.iter().for_each(|text| writer.put(text));
        writer.finish()
    }

    /// What cannot be read is lost.
    pub fn from_text(text: &str) -> Outcome {
        let mut reader = Reader::new(text);
        match reader.word() {
            Some("refuted") => Outcome::Refuted,
            Some("explored") => read_explored(&mut reader).map_or(Outcome::Lost, Outcome::Explored),
            Some(_) | None => Outcome::Lost,
        }
    }
}

fn read_explored(reader: &mut Reader<'_>) -> Option<Explored> {
    Some(Explored {
        footprint: reader.event()?,
        circles: reader.flag()?,
        wakeups: reader.list(Reader::tree)?,
        learnt: if reader.flag()? { Some(reader.rest()) } else { None },
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use raddle_ir::{Block, FuncId, Loc};
    use raddle_machine::{Access, Event, ObjectId, Side, StackEntry, Sync, ThreadId};
    use raddle_reduce::{SleepSet, WakeupTree};

    use super::{Explored, Outcome, Step, Task};

    fn event(object: u32, write: bool) -> Rc<Event> {
        let at = StackEntry { func: FuncId(3), loc: Loc::NONE };
        let (start, end, sync) = (0, 8, Sync::Plain);
        let access =
            Access { object: ObjectId(object), start, end, symbolic: None, write, sync, at };
        let created = [ThreadId(object)].into_iter().collect();
        Rc::new(Event { accesses: [access].into_iter().collect(), created, ..Event::default() })
    }

    fn tree() -> WakeupTree {
        let leaf = (ThreadId(1), Some(event(1, true)), WakeupTree::default());
        WakeupTree::of_branches([leaf])
    }

    #[test]
    fn tasks_round_trip_as_text() {
        let mut sleep = SleepSet::default();
        sleep.insert(ThreadId(2), event(7, false));
        let done = vec![ThreadId(1), ThreadId(2)];
        let step = Step { thread: ThreadId(3), rests: true, may_rest: false, sleep, done };
        let side = Side { holds: false, func: FuncId(1), block: Block(2), conditions: 3 };
        let task = Task {
            steps: vec![step],
            sides: vec![side],
            after: tree(),
            all_shared: true,
            circles: false,
        };
        let again = Task::from_text(&task.text());
        assert_eq!(format!("{again:?}"), format!("{:?}", Some(task)));
        assert!(Task::from_text("1 1 5").is_none());
    }

    #[test]
    fn outcomes_round_trip_as_text() {
        let explored = Explored {
            footprint: event(4, true),
            circles: true,
            wakeups: vec![tree(), WakeupTree::default()],
            learnt: Some("1 2 3".to_owned()),
        };
        for outcome in [Outcome::Explored(explored), Outcome::Lost, Outcome::Refuted] {
            let again = Outcome::from_text(&outcome.text());
            assert_eq!(format!("{again:?}"), format!("{outcome:?}"));
        }
        assert!(matches!(Outcome::from_text("explored 0 x"), Outcome::Lost));
    }
}
