//! C → facts: each program under `golden/` beside what the analysis says about it. `RADDLE_BLESS=1` rewrites
//! the expectations.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use raddle_frontend::{FrontendOptions, load};
use raddle_ir::{FuncId, Operand, Program};
use raddle_pointsto::{Object, ObjectId, Offset, PointsTo, Sharing};

fn inputs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = fs::read_dir(directory).expect("the directory exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

#[test]
fn programs_have_the_expected_facts() {
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let mut different = Vec::new();
    assert!(!inputs().is_empty());
    for input in inputs() {
        let program = match load(std::slice::from_ref(&input), &FrontendOptions::default()) {
            Ok(program) => program,
            Err(error) => panic!("{error}"),
        };
        let facts = facts(&program);
        let expectation = input.with_extension("facts");
        if bless {
            fs::write(&expectation, &facts).expect("writable");
        } else if fs::read_to_string(&expectation).ok().as_deref() != Some(&facts) {
            different.push((expectation, facts));
        }
    }
    assert!(different.is_empty(), "RADDLE_BLESS=1 would change {different:#?}");
}

/// What the analysis says, by the names of the source; the run-time library is left out.
fn facts(program: &Program) -> String {
    let main = program.function("main").expect("every program has one");
    let points_to = PointsTo::new(program, main, &|| false).expect("there is no limit");
    let sharing = Sharing::new(program, &points_to, &|| false).expect("there is no limit");
    let mut text = String::new();
    let users: Vec<FuncId> =
        program.functions.keys().filter(|&func| is_users(program, func)).collect();
    for &func in &users {
        variables(&mut text, program, &points_to, func);
    }
    for &func in &users {
        let callees = points_to.calls.callees(func).iter().filter(|&&func| is_users(program, func));
        let names: BTreeSet<&str> =
            callees.map(|&callee| program.functions[callee].name.as_str()).collect();
        if !names.is_empty() {
            line(&mut text, &format!("{} calls", program.functions[func].name), names);
        }
    }
    let threads = points_to.calls.starts.iter();
    let threads: BTreeSet<&str> =
        threads.map(|start| program.functions[start.0].name.as_str()).collect();
    line(&mut text, "threads", threads);
    let objects = |wanted: &dyn Fn(ObjectId) -> bool| -> BTreeSet<String> {
        let all = points_to.objects().filter(|&object| wanted(object));
        all.filter_map(|object| name(program, points_to.object(object))).collect()
    };
    line(&mut text, "published", objects(&|object| sharing.is_published(object)));
    line(&mut text, "shared", objects(&|object| sharing.is_shared(object)));
    text
}

fn is_users(program: &Program, func: FuncId) -> bool {
    let location = program.functions[func].loc.get();
    location.is_some_and(|location| !program.files[location.file].path.contains("<raddle>"))
}

/// Where the variables of a function point to.
fn variables(text: &mut String, program: &Program, points_to: &PointsTo, func: FuncId) {
    let Some(body) = &program.functions[func].body else { return };
    let mut seen = BTreeSet::new();
    for (reg, info) in body.regs.iter() {
        let Some(variable) = info.name.as_ref().filter(|name| seen.insert((*name).clone())) else {
            continue;
        };
        let places = points_to.places(func, Operand::Reg(reg)).into_iter().map(|place| {
            let object = name(program, points_to.object(place.object));
            let object = object.unwrap_or_else(|| "constant".to_owned());
            match place.offset {
                Offset::At(0) => object,
                Offset::At(offset) => format!("{object}+{offset}"),
                Offset::Any => format!("{object}+any"),
            }
        });
        let places: BTreeSet<String> = places.collect();
        if !places.is_empty() {
            line(text, &format!("{}.{variable} ->", program.functions[func].name), places);
        }
    }
}

fn line<T: AsRef<str>>(text: &mut String, title: &str, names: impl IntoIterator<Item = T>) {
    let _ = write!(text, "{title}");
    for name in names {
        let _ = write!(text, " {}", name.as_ref());
    }
    let _ = writeln!(text);
}

fn name(program: &Program, object: Object) -> Option<String> {
    let function = |func: FuncId| program.functions[func].name.as_str();
    Some(match object {
        Object::Global(global) => {
            let global = &program.globals[global];
            global.source_name.clone().filter(|_| !global.constant).or_else(|| {
                (!global.constant && !global.name.starts_with('_')).then(|| global.name.clone())
            })?
        }
        Object::Function(func) => format!("{}()", function(func)),
        Object::Local(func, slot) => {
            let body = program.functions[func].body.as_ref()?;
            format!("{}:{}", function(func), body.slots[slot].name.as_deref().unwrap_or("slot"))
        }
        Object::ByValue(func, index) => format!("{}:argument{index}", function(func)),
        Object::Variadic(func) => format!("{}:...", function(func)),
        Object::Heap(at) => format!("heap-of-{}", function(at.func)),
        Object::Library => "library".to_owned(),
        Object::Unknown => "unknown".to_owned(),
    })
}
