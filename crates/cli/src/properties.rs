//! `raddle properties`: what `raddle check --per-property` checks one by one.

use raddle_budget::Stage;
use raddle_ir::Program;
use raddle_properties::Property;

use crate::arguments::{Format, PropertiesArguments};
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::output::print;
use crate::paths::shown;

pub(crate) fn properties(arguments: &PropertiesArguments) -> anyhow::Result<Outcome> {
    let (budget, watchdog) = arguments.limits.begin_silently();
    let program = load_program(&arguments.input, &budget)?;
    budget.enter(Stage::Analyse);
    let options =
        raddle_explore::Options { properties: arguments.properties(), ..Default::default() };
    let listed = raddle_properties::properties(&program, raddle_explore::asked(&program, &options));
    let text = match arguments.format {
        Format::Text => listed.iter().map(|property| line(&program, property)).collect(),
        Format::Json => {
            let all: Vec<serde_json::Value> =
                listed.iter().map(|property| object(&program, property)).collect();
            format!("{:#}\n", serde_json::Value::from(all))
        }
    };
    watchdog.answer(Outcome::DONE);
    print(&text)?;
    Ok(Outcome::DONE)
}

fn line(program: &Program, property: &Property) -> String {
    let place = raddle_explore::located(program, property).map_or(String::new(), |place| {
        format!("{}:{}:{}", shown(&place.file), place.line, place.column)
    });
    format!("{:<24} {place:<24} {}\n", property.id, property.text)
}

fn object(program: &Program, property: &Property) -> serde_json::Value {
    let place = raddle_explore::located(program, property);
    serde_json::json!({
        "id": property.id,
        "kind": property.kind.name(),
        "text": property.text,
        "location": place,
    })
}
