//! Each deliberate defect is noticed: some state of the program that is made for it contradicts what the analysis says then.

use std::path::{Path, PathBuf};

use raddle_context::Broken;

use crate::case::{Case, programs_with_contexts};
use crate::sound::{Outcome, contradiction};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/from")
}

/// The program that notices a defect.
fn witness(broken: Broken) -> &'static str {
    match broken {
        Broken::LocksOfSomeWaysForgotten => "lock_of_some_ways_bad.c",
        Broken::LocksOfCalleesForgotten => "lock_of_callee_bad.c",
        Broken::InterferenceIgnored => "interference_bad.c",
        Broken::CalleesWritesIgnored => "callee_writes_bad.c",
        Broken::LoopsIgnored => "loop_bad.c",
        Broken::BarriersOffByOne => "lock_step_bad.c",
        Broken::PartialBarriersTrusted => "partial_barrier_bad.c",
        Broken::RoundsTakenForArguments => "same_argument_bad.c",
        Broken::OnceAssumed => "choices_bad.c",
        Broken::CopiedHandlesTrusted => "copied_handle_bad.c",
        Broken::AllTakenForEnded => "lock_step_ok.c",
        Broken::StoresOfOthersForgotten => "range_bad.c",
        Broken::SignalsTakenForBroadcasts => "one_woken_bad.c",
        Broken::WritersOverlooked => "announced_bad.c",
        Broken::IndicesTrusted => "index_bad.c",
        Broken::StoresOfEndedForgotten => "balance_bad.c",
        Broken::OthersForgotten => "left_out_bad.c",
        Broken::HandlesMixedUp => "joined_bad.c",
        Broken::NextTestTrusted => "starts_over_bad.c",
        Broken::JoinsOffByOne => "pool_ok.c",
        Broken::NextCreationTrusted => "pool_bad.c",
        Broken::OrderTrusted => "different_arguments_ok.c",
        Broken::MembersTrusted => "members_bad.c",
        Broken::CopiesOverlooked => "joined_by_copy_bad.c",
        Broken::EndedThreadsForgotten => "left_locked_bad.c",
        Broken::WaysMixedUp => "ways_bad.c",
        Broken::SuppositionsTrusted => "beside_bad.c",
        Broken::SetTooEarly => "announced_end_bad.c",
        Broken::LaterStoresForgotten => "given_bad.c",
        Broken::CreatedForgotten => "lock_step_ok.c",
        Broken::FirstThreadForgotten => "first_gone_bad.c",
        Broken::UnitsTakenTooEarly => "semaphores_bad.c",
        Broken::CalledBackForgotten => "called_back_bad.c",
        Broken::OtherRoundsTrusted => "other_round_bad.c",
    }
}

#[test]
fn every_defect_is_noticed() {
    for broken in Broken::ALL {
        let path = directory().join(witness(broken));
        match contradiction(&path, 400, Some(broken)) {
            Outcome::Contradiction(_) => {}
            other => panic!("{broken:?} is not noticed by {}: {other:?}", path.display()),
        }
    }
}

#[test]
fn nothing_is_wrong_without_a_defect() {
    for path in programs_with_contexts(&directory()) {
        match contradiction(&path, 60, None) {
            Outcome::Fits(compared) => assert!(compared.registers + compared.locks > 0),
            other => panic!("{}: {other:?}", path.display()),
        }
    }
}

#[test]
fn the_contexts_of_the_programs_exist() {
    for path in programs_with_contexts(&directory()) {
        let case = Case::read(&path);
        if let Err(error) = case.facts(raddle_context::Precision::Full) {
            panic!("{}: {error}", path.display());
        }
    }
}
