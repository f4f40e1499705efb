//! `raddle init`: a commented `raddle.toml`, and a first harness for a function.
//!
//! The harness includes the file that defines the function, so that its types and static functions are known, makes an argument of each parameter
//! by its type, and calls it. It is meant to be edited: what callers pass and what must hold afterwards only people know.

use std::path::{Path, PathBuf};

use raddle_frontend::shown_path;
use raddle_ir::{DebugType, DebugTypeId, Function, Program, Type};

use crate::arguments::{ConfigurationArguments, InitArguments, InputArguments, VolatileName};
use crate::files;
use crate::limits::LimitArguments;
use crate::load::load_program;
use crate::nearest::nearest;
use crate::outcome::Outcome;
use crate::output::print;

const CONFIGURATION: &str = include_str!("raddle.toml");
/// Elements of an array behind a pointer.
const ELEMENTS: usize = 4;

pub(crate) fn init(arguments: &InitArguments) -> anyhow::Result<Outcome> {
    let mut text = String::new();
    let configuration = place(&arguments.dir, "raddle.toml");
    if configuration.exists() && !(arguments.force && arguments.function.is_none()) {
        let shown = shown_path(&configuration);
        if arguments.function.is_none() {
            text.push_str(&format!(
                "{shown} is there already and stays as it is; --force replaces it\n"
            ));
        }
    } else {
        files::write(&configuration, CONFIGURATION)?;
        text.push_str(&format!(
            "wrote {}: settings, all commented out\n",
            shown_path(&configuration)
        ));
    }
    if let Some(function) = &arguments.function {
        let path = place(&arguments.dir, &format!("check_{function}.c"));
        anyhow::ensure!(
            arguments.force || !path.exists(),
            "{} is there already\nhelp: --force replaces it",
            shown_path(&path)
        );
        let harness = Harness::new(arguments, function)?;
        files::write(&path, &harness.text)?;
        let shown = shown_path(&path);
        text.push_str(&format!("wrote {shown}: calls {function} with arbitrary arguments\n"));
        text.extend(harness.open.iter().map(|what| format!("  to be filled in: {what}\n")));
        let flags = flags(arguments);
        text.push_str(&format!(
            "next: raddle check {flags}{}\n",
            raddle_native::quoted_path(&path)
        ));
    } else {
        text.push_str("next: raddle init --function NAME FILE.c writes a first harness, raddle check FILE.c checks a program\n");
    }
    print(&text)?;
    Ok(Outcome::DONE)
}

fn place(directory: &Path, name: &str) -> PathBuf {
    if directory == Path::new(".") { name.into() } else { directory.join(name) }
}

/// What a check of the harness needs, too.
fn flags(arguments: &InitArguments) -> String {
    let include = arguments.include_directories.iter();
    let include = include.map(|at| format!("-I {} ", raddle_native::quoted_path(at)));
    let defines = arguments.defines.iter().map(|define| format!("-D {define} "));
    include.chain(defines).collect()
}

struct Harness {
    text: String,
    /// What people have to do before it compiles.
    open: Vec<String>,
}

impl Harness {
    fn new(arguments: &InitArguments, name: &str) -> anyhow::Result<Harness> {
        let limits = LimitArguments::default();
        let (budget, _watchdog) = limits.begin_silently();
        let program = load_program(&input(arguments), &budget)?;
        let is_wanted = |function: &&Function| {
            let source = function.source_name.as_deref().unwrap_or(&function.name);
            function.body.is_some() && source == name
        };
        let Some(function) = program.functions.values().find(is_wanted) else {
            let defined = program
                .functions
                .values()
                .filter(|function| function.body.is_some() && is_of_user(&program, function));
            let names = defined.map(|function| function.name.as_str());
            let meant = nearest(name, names.clone())
                .map_or(String::new(), |meant| format!("; did you mean {meant}?"));
            let names: Vec<&str> = names.take(8).collect();
            anyhow::bail!("no file defines {name}{meant}\nhelp: there are {}", names.join(", "));
        };
        anyhow::ensure!(name != "main", "main is a program of its own: raddle check checks it");
        let file = function.loc.get().map(|at| program.files[at.file].path.clone());
        let file = file.map_or_else(|| arguments.files[0].clone(), PathBuf::from);
        let mut harness = Harness { text: String::new(), open: Vec::new() };
        harness.write(&program, function, name, &relative(&file, &arguments.dir));
        Ok(harness)
    }

    fn write(&mut self, program: &Program, function: &Function, name: &str, file: &str) {
        let (mut made, mut passed) = (String::new(), Vec::new());
        for (index, param) in function.params.iter().enumerate() {
            let body = function.body.as_ref();
            let known = body.and_then(|body| body.regs[param.reg].name.clone());
            let variable = known.unwrap_or_else(|| format!("argument{index}"));
            let (lines, value) = match (param.debug_type, plain_type(param.ty)) {
                (None, Some(ty)) => {
                    (symbolic(&format!("{ty} {variable}"), &variable, "&"), variable)
                }
                (ty, _) => self.argument(program, ty, &variable),
            };
            made.push_str(&lines);
            passed.push(value);
        }
        let call = format!("{name}({})", passed.join(", "));
        let call = match function.returns.is_empty() {
            true => format!("    {call};\n    /* assert(…): what must hold now. */\n"),
            false => format!(
                "    __auto_type result = {call};\n    (void)result;\n    /* assert(result …): what must hold now. */\n"
            ),
        };
        self.text = format!(
            "/*\n * Calls {name} of {file} with arbitrary arguments. `raddle check` tries all of them.\n \
             * raddle_assume(CONDITION) leaves out what callers never pass; assert says what must hold.\n */\n\
             #include <assert.h>\n#include <raddle.h>\n#include <stdlib.h>\n\n\
             /* The whole file: its types and static functions are known then. Its main, if any, is not ours. */\n\
             #define main main_of_the_program\n#include \"{file}\"\n#undef main\n\n\
             int main(void) {{\n{made}{call}    return 0;\n}}\n"
        );
    }

    /// Lines that make an argument, and how it is passed.
    fn argument(
        &mut self,
        program: &Program,
        ty: Option<DebugTypeId>,
        name: &str,
    ) -> (String, String) {
        let unknown = || format!("    /* {name}: declare it here. */\n");
        let Some(text) = ty.and_then(|ty| c_type(program, ty)) else {
            self.open.push(format!("the argument {name}, whose type is not known"));
            return (unknown(), name.to_owned());
        };
        let Some(ty) = ty.map(|ty| program.resolved_type(ty)) else {
            return (unknown(), name.to_owned());
        };
        match &program.types[ty] {
            DebugType::Pointer { to: None, .. } => {
                let made = symbolic(&format!("char {name}[{}]", 4 * ELEMENTS), name, "");
                (made, name.to_owned())
            }
            DebugType::Pointer { to: Some(to), .. } => {
                let element = c_type(program, *to);
                let behind = &program.types[program.resolved_type(*to)];
                match (element, behind) {
                    (Some(element), _) if element == "FILE" => {
                        (format!("    {element} *{name} = stdin;\n"), name.to_owned())
                    }
                    (_, DebugType::Function) | (None, _) => {
                        self.open.push(format!("{name}, which is NULL"));
                        (String::new(), format!("NULL /* {name} */"))
                    }
                    (Some(_), DebugType::Char { bits: 8, .. }) => {
                        let made = symbolic(&format!("char {name}[{}]", ELEMENTS + 1), name, "");
                        let end = format!(
                            "    {name}[{ELEMENTS}] = 0; /* a text of up to {ELEMENTS} characters */\n"
                        );
                        (made + &end, name.to_owned())
                    }
                    (Some(element), DebugType::Struct { .. }) => {
                        let line = format!(
                            "    {element} *{name} = calloc(1, sizeof *{name}); /* all zero: fill in what the function expects */\n    \
                             raddle_assume({name} != NULL);\n"
                        );
                        (line, name.to_owned())
                    }
                    (Some(element), DebugType::Pointer { .. }) => {
                        let line =
                            format!("    {element}{name}[{ELEMENTS}] = {{NULL}}; /* fill in */\n");
                        (line, name.to_owned())
                    }
                    (Some(element), _) => {
                        let made = symbolic(&format!("{element} {name}[{ELEMENTS}]"), name, "");
                        (made, name.to_owned())
                    }
                }
            }
            _ => (symbolic(&format!("{text} {name}"), name, "&"), name.to_owned()),
        }
    }
}

/// A variable with any value. `reference` is what makes a pointer to it.
fn symbolic(declaration: &str, name: &str, reference: &str) -> String {
    format!(
        "    {declaration};\n    raddle_make_symbolic({reference}{name}, sizeof {name}, \"{name}\");\n"
    )
}

/// The type of a number that nothing is known of but how it is passed.
fn plain_type(ty: Type) -> Option<&'static str> {
    match ty {
        Type::Int(1) => Some("_Bool"),
        Type::Int(8) => Some("char"),
        Type::Int(16) => Some("short"),
        Type::Int(32) => Some("int"),
        Type::Int(64) => Some("long"),
        Type::F32 => Some("float"),
        Type::F64 => Some("double"),
        Type::Int(_) | Type::F80 | Type::Ptr => None,
    }
}

fn is_of_user(program: &Program, function: &Function) -> bool {
    program.is_of_user(function.loc)
}

fn input(arguments: &InitArguments) -> InputArguments {
    InputArguments {
        volatile: VolatileName::Plain,
        files: arguments.files.clone(),
        build: None,
        include_directories: arguments.include_directories.clone(),
        defines: arguments.defines.clone(),
        standard: None,
        bits32: false,
        clang: arguments.clang.clone(),
        compiler_arguments: Vec::new(),
        configuration: ConfigurationArguments::default(),
    }
}

/// How C calls a type, if it has a name.
fn c_type(program: &Program, ty: DebugTypeId) -> Option<String> {
    let named = |name: &String| (!name.is_empty()).then(|| name.clone());
    match &program.types[ty] {
        DebugType::Signed { name, .. }
        | DebugType::Unsigned { name, .. }
        | DebugType::Char { name, .. }
        | DebugType::Bool { name, .. }
        | DebugType::Float { name, .. }
        | DebugType::Typedef { name, .. } => named(name),
        DebugType::Struct { name, union, .. } => {
            named(name).map(|name| format!("{} {name}", if *union { "union" } else { "struct" }))
        }
        DebugType::Enum { name, .. } => named(name).map(|name| format!("enum {name}")),
        DebugType::Pointer { to: None, .. } => Some("void *".to_owned()),
        DebugType::Pointer { to: Some(to), .. } => {
            let to = c_type(program, *to)?;
            Some(if to.ends_with('*') { format!("{to}*") } else { format!("{to} *") })
        }
        DebugType::Array { .. } | DebugType::Function | DebugType::Unknown { .. } => None,
    }
}

/// A path from a directory, where that is simple.
fn relative(file: &Path, directory: &Path) -> String {
    let full = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (file, directory) = (full(file), full(directory));
    let shown = file.strip_prefix(&directory).map_or(file.as_path(), |rest| rest);
    shown.display().to_string()
}
