//! What calls of a library's functions may take for granted: the preconditions that functions state in their source, and those of `--where`, for each call that has
//! such parameters. `value`, or `pop:value` where several functions have one, is `T1:value` if the first call is one of `pop`.

use raddle_condition::{ConditionError, parse};
use raddle_fragment::ENTRY;
use raddle_ir::{FuncId, Program};
use raddle_machine::{SetupError, required_in_source};

use crate::nearest::nearest;

/// The preconditions of a combination of calls, over the unknown values that it starts with.
pub(crate) fn of_calls(
    program: &Program,
    fragment: &Program,
    calls: &[FuncId],
    said: &[String],
) -> anyhow::Result<Vec<String>> {
    let unknown = fragment.function(ENTRY).map_or_else(Vec::new, |func| parameters(fragment, func));
    let mut conditions = Vec::new();
    for (nth, &func) in calls.iter().enumerate() {
        let thread = format!("T{}", nth + 1);
        let parameters = names_of_parameters(program, func);
        for text in required_in_source(program, func) {
            conditions.extend(of_call(&text, &thread, &parameters, &unknown)?);
        }
        for text in said.iter().filter(|text| speaks_of(text, &parameters)) {
            conditions.extend(of_call(text, &thread, &parameters, &unknown)?);
        }
    }
    // What speaks of no parameter speaks of variables, or of one call by its name.
    let functions = program.functions.keys().filter(|&func| program.functions[func].body.is_some());
    let all: Vec<String> = functions.flat_map(|func| names_of_parameters(program, func)).collect();
    conditions.extend(said.iter().filter(|text| !speaks_of(text, &all)).cloned());
    Ok(conditions)
}

/// Says what is wrong with conditions that no function of the library can be meant by. In all combinations, `T1` is now one function and now another.
pub(crate) fn ensure_meant(
    program: &Program,
    functions: &[String],
    said: &[String],
) -> anyhow::Result<()> {
    let functions = functions.iter().filter_map(|name| program.function(name));
    let parameters: Vec<String> =
        functions.flat_map(|func| names_of_parameters(program, func)).collect();
    let globals = program.globals.values();
    let globals: Vec<&str> =
        globals.map(|global| global.source_name.as_deref().unwrap_or(&global.name)).collect();
    for text in said {
        let mut strange = None;
        parse(text).map_err(SetupError::Precondition)?.for_each_name(&mut |name, span| {
            let meant = parameters.iter().any(|known| known == name) || globals.contains(&name);
            if !meant && strange.is_none() {
                strange = Some((name.to_owned(), span.clone()));
            }
        });
        if let Some((name, span)) = strange {
            let like = nearest(&name, parameters.iter().map(String::as_str));
            let like = like.map_or(String::new(), |like| format!("; is `{like}` meant?"));
            let message = format!("no function of the library has a parameter `{name}`{like}");
            let text = text.clone();
            return Err(SetupError::Precondition(ConditionError { text, span, message }).into());
        }
    }
    Ok(())
}

fn parameters(program: &Program, func: FuncId) -> Vec<&str> {
    let function = &program.functions[func];
    let Some(body) = &function.body else { return Vec::new() };
    function.params.iter().filter_map(|param| body.regs[param.reg].name.as_deref()).collect()
}

/// What parameters are called, with and without the name of their function.
fn names_of_parameters(program: &Program, func: FuncId) -> Vec<String> {
    let function = &program.functions[func];
    let called = function.source_name.as_ref().unwrap_or(&function.name);
    let both = |name: &str| [name.to_owned(), format!("{called}:{name}")];
    parameters(program, func).into_iter().flat_map(both).collect()
}

fn speaks_of(text: &str, parameters: &[String]) -> bool {
    let mut found = false;
    if let Ok(node) = parse(text) {
        node.for_each_name(&mut |name, _| found |= parameters.iter().any(|known| known == name));
    }
    found
}

/// A condition on the parameters of a call. `None` if it speaks of one that the call does not look at: then it cannot matter, but for what it says of others, and without it
/// there are only more callers.
fn of_call(
    text: &str,
    thread: &str,
    parameters: &[String],
    unknown: &[&str],
) -> anyhow::Result<Option<String>> {
    let mut names = Vec::new();
    parse(text).map_err(SetupError::Precondition)?.for_each_name(&mut |name, span| {
        if parameters.iter().any(|known| known == name) {
            let own = name.rsplit(':').next().unwrap_or(name);
            names.push((format!("{thread}:{own}"), span.clone()));
        }
    });
    if names.iter().any(|(name, _)| !unknown.contains(&name.as_str())) {
        return Ok(None);
    }
    let mut text = text.to_owned();
    names.sort_by_key(|(_, span)| std::cmp::Reverse(span.start));
    for (name, span) in names {
        text.replace_range(span, &name);
    }
    Ok(Some(text))
}
