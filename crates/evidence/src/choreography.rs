//! From the operations a replay went through to places of the source that a real binary can be held at.

use raddle_findings::{Beat, BeatKind, Choreography, Location, ThreadPath};
use raddle_ir::{Loc, Program};
use raddle_machine::{OperationKind, Standing};

use crate::replay::Replayed;

pub fn choreography(program: &Program, replayed: &Replayed) -> Choreography {
    let beats = |all: &[Standing]| all.iter().map(|one| beat(program, one)).collect();
    Choreography {
        steps: beats(&replayed.granted),
        standing: beats(&replayed.standing),
        failing: replayed.failing.map_or(0, |thread| thread.0),
        threads: replayed
            .threads
            .iter()
            .map(|&(parent, nth)| ThreadPath { parent: parent.0, nth })
            .collect(),
    }
}

fn beat(program: &Program, standing: &Standing) -> Beat {
    let kind = standing.site.map_or(BeatKind::Call, |site| match site.kind {
        OperationKind::Read => BeatKind::Read,
        OperationKind::Write => BeatKind::Write,
        OperationKind::Atomic => BeatKind::Atomic,
        OperationKind::Block => BeatKind::Block,
        OperationKind::Call => BeatKind::Call,
    });
    Beat {
        thread: standing.thread.0,
        location: standing.site.and_then(|site| location(program, site.loc)),
        kind,
        occurrence: standing.occurrence,
    }
}

fn location(program: &Program, loc: Loc) -> Option<Location> {
    loc.get().map(|place| Location {
        file: program.files[place.file].path.clone(),
        line: place.line,
        column: place.column,
        function: None,
    })
}
