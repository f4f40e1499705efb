//! Stages that hang or dawdle on purpose. A test makes each of them do so in turn and shows that limits hold all the same. Nothing but
//! tests asks for it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Where it may take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The C compiler.
    Compile,
    /// Reading and translating the compiler's output, once for each function.
    Read,
    /// Where pointers may point, what can matter to a property.
    Analyse,
    /// One instruction of a thread that needs more than known words.
    Step,
    /// Which object a symbolic address belongs to.
    Resolve,
    /// From terms to gates.
    Blast,
    /// The SAT solver.
    Sat,
    /// Whether a summary covers a state.
    Summaries,
    /// Whether it does so with threads in other roles.
    Symmetry,
    /// Whether what is left can race.
    Lockset,
    /// Running into a finding again.
    Replay,
    /// Making a finding plainer.
    Shrink,
    /// Bounding costs.
    Bound,
    /// Looking for suspicious places.
    Warn,
    /// Following plans towards a target.
    Hunt,
    /// Compiling and running the real program.
    Native,
    /// Writing the answer.
    Report,
    /// A worker process.
    Worker,
}

impl Stage {
    pub const ALL: [(&'static str, Stage); 18] = [
        ("compile", Stage::Compile),
        ("read", Stage::Read),
        ("analyse", Stage::Analyse),
        ("step", Stage::Step),
        ("resolve", Stage::Resolve),
        ("blast", Stage::Blast),
        ("sat", Stage::Sat),
        ("summaries", Stage::Summaries),
        ("symmetry", Stage::Symmetry),
        ("lockset", Stage::Lockset),
        ("replay", Stage::Replay),
        ("shrink", Stage::Shrink),
        ("bound", Stage::Bound),
        ("warn", Stage::Warn),
        ("hunt", Stage::Hunt),
        ("native", Stage::Native),
        ("report", Stage::Report),
        ("worker", Stage::Worker),
    ];
}

/// A stage that does not come to its end, or takes long in each round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stall {
    stage: Stage,
    slow: bool,
}

/// How long a round of a slow stage takes.
const ROUND: Duration = Duration::from_millis(150);

impl Stall {
    pub(crate) fn happen(&self, stage: Stage) {
        if stage != self.stage {
            return;
        }
        // It does not ask the budget: that is the point.
        loop {
            std::thread::sleep(ROUND);
            if self.slow {
                return;
            }
        }
    }
}

/// As it is read.
impl fmt::Display for Stall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Stage::ALL.iter().find(|(_, stage)| *stage == self.stage);
        let slow = if self.slow { "slow-" } else { "" };
        write!(f, "{slow}{}", name.map_or("", |(name, _)| name))
    }
}

/// `STAGE` or `slow-STAGE`.
impl FromStr for Stall {
    type Err = String;
    fn from_str(text: &str) -> Result<Stall, String> {
        let (slow, name) = match text.strip_prefix("slow-") {
            Some(name) => (true, name),
            None => (false, text),
        };
        let found = Stage::ALL.iter().find(|(known, _)| *known == name);
        let &(_, stage) = found.ok_or_else(|| format!("there is no stage `{name}`"))?;
        Ok(Stall { stage, slow })
    }
}
