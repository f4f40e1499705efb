//! The way to what is looked for, as the machine is told it.

use std::sync::Arc;

use raddle_ir::Program;
use raddle_machine::{Config, SetupError};
use raddle_plan::{Options, Property, Strategy, entry_function};
use raddle_properties::{Guide, properties};

use crate::asked::asked;
use crate::slicing::analysis_expired;

/// Puts the way to what is looked for into the machine's request.
pub(crate) fn towards(
    program: &Program,
    options: &Options,
    classes: &[Property],
    config: &mut Config,
) -> Result<(), SetupError> {
    config.guide_orders = options.strategy == Strategy::Distance;
    if let Some(aim) = &options.aim {
        config.guide.clone_from(&aim.guide);
    } else if config.guide_orders {
        let request = Options { properties: Some(classes.to_vec()), ..options.clone() };
        let all = properties(program, asked(program, &request));
        let targets: Vec<_> = all.iter().flat_map(|one| one.targets.iter().copied()).collect();
        let entry = entry_function(program, options.function.as_deref())?;
        let expired = || analysis_expired(&config.budget);
        let guide =
            (!targets.is_empty()).then(|| Guide::new(program, entry, &targets, &expired)).flatten();
        config.guide = guide.map(Arc::new);
    }
    Ok(())
}
