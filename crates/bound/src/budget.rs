//! That the budget is spent, as an answer.

use raddle_budget::{Budget, Spent};
use raddle_ir::Loc;

use crate::error::Stop;

/// An error at a place if the budget is spent.
pub(crate) fn check(budget: &Budget, loc: impl FnOnce() -> Loc) -> Result<(), Stop> {
    if !budget.is_spent() {
        return Ok(());
    }
    Err(stop(budget, loc()))
}

/// That the budget is spent.
pub(crate) fn stop(budget: &Budget, loc: Loc) -> Stop {
    spent_stop(budget.spent().unwrap_or(Spent::Time), loc)
}

/// What a bound is unknown for when this was used up.
pub fn spent_stop(spent: Spent, loc: Loc) -> Stop {
    let (what, advice) = match spent {
        Spent::Time => ("time is up", "raise --time, or bound the inputs with raddle_assume"),
        Spent::Memory => {
            ("memory is used up", "raise --memory, or bound the inputs with raddle_assume")
        }
        Spent::Interrupted => ("interrupted", "let it run longer"),
    };
    Stop::new(loc, what, advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_budget_stops_and_says_why() {
        let budget = Budget::default();
        assert!(check(&budget, || Loc::NONE).is_ok());
        budget.interrupt();
        assert_eq!(
            check(&budget, || Loc::NONE).map_err(|stop| stop.what),
            Err("interrupted".into())
        );
        assert_eq!(spent_stop(Spent::Memory, Loc::NONE).what, "memory is used up");
    }
}
