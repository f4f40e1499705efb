//! Proofs are accepted, and nothing that was tampered with is.
//!
//! The programs have exact bounds, so no proof of a smaller one can be right. Proofs are damaged one number, one
//! claim, one condition at a time.

use std::path::{Path, PathBuf};

use raddle_bound::{
    Answer, CostTable, Interpolants, Limits, Method, Options, Proof, ProofError, Rejected,
    Resource, bound, check_proof,
};
use raddle_budget::Budget;
use raddle_certify::format::{Relation, Rule};
use raddle_frontend::FrontendOptions;
use raddle_ir::Program;

struct Case {
    program: Program,
    options: Options,
    proof: Proof,
}

fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_owned()
}

/// Bounds a program of `tests/bound` and has it proved.
fn case(file: &str, resource: Resource, defines: &[&str]) -> Case {
    let frontend = FrontendOptions {
        defines: defines.iter().map(|&define| define.to_owned()).collect(),
        count_instructions: true,
        ..FrontendOptions::default()
    };
    let path = root().join("tests/bound").join(file);
    let program = raddle_frontend::load(&[path], &frontend).expect(file);
    let options = Options {
        resource,
        table: CostTable::default(),
        function: None,
        preconditions: Vec::new(),
        limits: Limits { states: 1_000_000, iterations: 100_000 },
        method: Method::Summaries,
        interpolants: Interpolants::Precondition,
        use_assertions: true,
        want_witness: true,
        want_proof: true,
    };
    let Ok(Answer::Bound(found)) = bound(&program, &options, &Budget::default()) else {
        panic!("{file}: no bound");
    };
    assert!(found.exact, "{file}: the bound is not exact");
    let proof = *found.proof.expect("a proof was asked for");
    Case { program, options, proof }
}

fn check(case: &Case, proof: &Proof) -> Result<(), ProofError> {
    check_proof(&case.program, &case.options, proof, &Budget::default()).map(drop)
}

fn cases() -> Vec<Case> {
    vec![
        case("academic/infeasible_paths.c", Resource::Ticks, &[]),
        case("academic/witness_path.c", Resource::Ticks, &[]),
        case("academic/every_third.c", Resource::Ticks, &[]),
        case("academic/spike.c", Resource::Held, &[]),
        case("loops/recursion.c", Resource::Ticks, &["TREE"]),
        case("bench/two_shapes.c", Resource::Instructions, &["N=6"]),
    ]
}

/// Claims that the last one relies on.
fn needed(proof: &Proof) -> Vec<usize> {
    let mut needed = vec![false; proof.claims.len()];
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for index in (0..proof.claims.len()).rev() {
        if !needed[index] {
            continue;
        }
        match &proof.claims[index].by {
            Rule::Step { next, called } => {
                next.iter().chain(called).for_each(|&other| needed[other as usize] = true)
            }
            Rule::Sequence { first, second } => {
                needed[*first as usize] = true;
                needed[*second as usize] = true;
            }
        }
    }
    (0..needed.len()).filter(|&index| needed[index]).collect()
}

#[test]
fn what_is_proved_is_accepted_and_a_lower_bound_is_not() {
    let mut cases = cases();
    cases.push(case("academic/at_most_four.c", Resource::Ticks, &[]));
    cases.push(case("academic/watermark.c", Resource::Held, &[]));
    for case in cases {
        assert_eq!(check(&case, &case.proof), Ok(()));
        let mut lower = case.proof.clone();
        lower.bound -= 1;
        let error = check(&case, &lower).expect_err("a bound that is too low");
        assert!(matches!(error, ProofError::Rejected(Rejected::Conclusion(_))), "{error}");
    }
}

#[test]
fn no_cost_of_a_claim_can_be_lowered() {
    for case in cases() {
        for index in needed(&case.proof) {
            for end in 0..case.proof.claims[index].ends.len() {
                let mut tampered = case.proof.clone();
                let end = &mut tampered.claims[index].ends[end];
                end.net -= 1;
                end.high -= 1;
                assert!(check(&case, &tampered).is_err(), "claim {index} accepted");
            }
        }
    }
}

#[test]
fn no_path_can_be_dropped() {
    for case in cases() {
        for index in needed(&case.proof) {
            for end in 0..case.proof.claims[index].ends.len() {
                let mut tampered = case.proof.clone();
                tampered.claims[index].ends.remove(end);
                assert!(check(&case, &tampered).is_err(), "claim {index} without an end accepted");
            }
            if let Rule::Step { next, .. } = &case.proof.claims[index].by {
                for dropped in 0..next.len() {
                    let mut tampered = case.proof.clone();
                    if let Rule::Step { next, .. } = &mut tampered.claims[index].by {
                        next.remove(dropped);
                    }
                    assert!(check(&case, &tampered).is_err(), "claim {index} without a path");
                }
            }
        }
    }
}

#[test]
fn a_claim_that_requires_nothing_is_not_accepted() {
    let mut weakened = 0;
    for case in cases() {
        for index in needed(&case.proof) {
            let claim = &case.proof.claims[index];
            // Without its requirements a claim has to hold everywhere, which only the trivial ones do.
            if claim.requires.is_empty() {
                continue;
            }
            let mut tampered = case.proof.clone();
            tampered.claims[index].requires.clear();
            weakened += 1;
            assert!(check(&case, &tampered).is_err(), "claim {index} without conditions accepted");
        }
    }
    assert!(weakened > 20, "only {weakened} claims require anything");
}

#[test]
fn weaker_interpolants_and_stronger_effects_are_not_accepted() {
    let (mut requirements, mut effects) = (0, 0);
    for case in cases() {
        for index in needed(&case.proof) {
            for at in 0..case.proof.claims[index].requires.len() {
                let mut tampered = case.proof.clone();
                let condition = &mut tampered.claims[index].requires[at];
                match condition.is {
                    Relation::AtLeastZero => condition.constant += 1,
                    Relation::Zero => condition.is = Relation::AtLeastZero,
                    Relation::NotZero => condition.constant += 1,
                }
                requirements += usize::from(check(&case, &tampered).is_err());
            }
            for end in 0..case.proof.claims[index].ends.len() {
                for at in 0..case.proof.claims[index].ends[end].relation.len() {
                    let mut tampered = case.proof.clone();
                    tampered.claims[index].ends[end].relation[at].constant -= 1;
                    effects += usize::from(check(&case, &tampered).is_err());
                }
            }
        }
    }
    assert!(requirements > 50 && effects > 50, "{requirements} and {effects} were rejected");
}

/// Whatever is done to it, a proof of less than the exact bound is wrong.
#[test]
fn no_damage_makes_a_lower_bound_acceptable() {
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 16) as usize % below.max(1)
    };
    for case in cases() {
        for _ in 0..25 {
            let mut tampered = case.proof.clone();
            tampered.bound -= 1;
            for _ in 0..1 + next(4) {
                damage(&mut tampered, &mut next);
            }
            assert!(check(&case, &tampered).is_err(), "accepted: {tampered:?}");
        }
    }
}

fn damage(proof: &mut Proof, next: &mut dyn FnMut(usize) -> usize) {
    let index = next(proof.claims.len());
    let last = proof.claims.len() - 1;
    let other = next(proof.claims.len()) as u32;
    let claim = &mut proof.claims[index];
    match next(8) {
        0 => claim.ends.iter_mut().for_each(|end| end.net -= 1),
        1 => drop(claim.ends.pop()),
        2 => drop(claim.requires.pop()),
        3 => claim.requires.iter_mut().for_each(|condition| condition.constant += 1),
        4 => claim.ends.iter_mut().for_each(|end| drop(end.relation.pop())),
        5 => claim
            .ends
            .iter_mut()
            .for_each(|end| end.relation.iter_mut().for_each(|condition| condition.constant -= 1)),
        6 => match &mut claim.by {
            Rule::Step { next, .. } => next.push(other),
            Rule::Sequence { second, .. } => *second = other,
        },
        _ => proof.claims[last].ends.iter_mut().for_each(|end| {
            end.net -= 1;
            end.high -= 1;
        }),
    }
}

#[test]
fn a_proof_belongs_to_its_program_and_question() {
    let case = self::case("academic/infeasible_paths.c", Resource::Ticks, &[]);
    let other = self::case("academic/witness_path.c", Resource::Ticks, &[]);
    let error = check(&other, &case.proof).expect_err("another program");
    assert_eq!(error, ProofError::Rejected(Rejected::OtherProgram));
    let options = Options { resource: Resource::Instructions, ..case.options.clone() };
    let error = check_proof(&case.program, &options, &case.proof, &Budget::default());
    assert!(matches!(error, Err(ProofError::Rejected(Rejected::OtherQuestion(_)))));
    let mut dangling = case.proof.clone();
    dangling.claims[0].at.block = 10_000;
    assert!(matches!(check(&case, &dangling), Err(ProofError::Rejected(Rejected::Malformed(_)))));
}
