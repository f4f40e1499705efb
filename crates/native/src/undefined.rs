//! Functions and variables that nobody defines. A run that never comes to them needs them for the linker only; one that calls such a function
//! gets what the recorded run got.

/// What a module declares and does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub name: String,
    /// The C type of its result, if it is a function with a result that is simple to give.
    pub result: Option<&'static str>,
    pub is_function: bool,
}

/// Declarations of a module in the text of LLVM IR.
pub(crate) fn declarations(text: &str) -> Vec<Declared> {
    text.lines().filter_map(|line| function(line).or_else(|| variable(line))).collect()
}

fn function(line: &str) -> Option<Declared> {
    let rest = line.strip_prefix("declare ")?;
    let at = rest.find('@')?;
    let name = rest[at + 1..].split('(').next()?;
    let result = rest[..at].split_whitespace().last().map(|ty| match ty {
        "void" => "void",
        "float" => "float",
        "double" => "double",
        "i1" => "_Bool",
        "i8" => "unsigned char",
        "i16" => "unsigned short",
        "i32" => "unsigned",
        _ => "unsigned long",
    });
    Some(Declared { name: name.to_owned(), result, is_function: true })
}

fn variable(line: &str) -> Option<Declared> {
    let (name, rest) = line.strip_prefix('@')?.split_once(" = ")?;
    let external = rest.starts_with("external ") || rest.starts_with("extern_weak ");
    external.then(|| Declared { name: name.to_owned(), result: None, is_function: false })
}

/// Names that a linker complains about.
pub(crate) fn missing(message: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in message.lines() {
        let name = line
            .split_once("undefined reference to `")
            .and_then(|(_, rest)| rest.split('\'').next())
            .or_else(|| line.split_once("undefined symbol: ").map(|(_, rest)| rest.trim()));
        if let Some(name) = name.filter(|name| is_symbol(name))
            && names.iter().all(|known| known != name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

fn is_symbol(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.$".contains(c))
}

/// C text that defines what is missing, for the end of the run-time. Weak: where somebody has the real thing, that one counts.
pub(crate) fn definitions(missing: &[Declared]) -> String {
    let mut text = String::new();
    for (index, Declared { name, result, is_function }) in missing.iter().enumerate() {
        let own = format!("raddle_undefined_{index}");
        if !is_function {
            text.push_str(&format!(
                "__attribute__((weak, aligned(64))) char {own}[65536] __asm__(\"{name}\");\n"
            ));
            continue;
        }
        let ty = result.unwrap_or("unsigned long");
        let value = match ty {
            "void" => String::new(),
            _ => format!(" {ty} value; memcpy(&value, &bits, sizeof value); return value;"),
        };
        text.push_str(&format!(
            "__attribute__((weak)) {ty} {own}(void) __asm__(\"{name}\");\n\
             {ty} {own}(void) {{ uint64_t bits = raddle_undefined(\"{name}\");{value} }}\n"
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Declared, declarations, missing};

    #[test]
    fn declarations_are_read() {
        let text = "@limit = external global i32, align 4\n@own = global i32 0\n\
            declare i32 @f(i32 noundef) #1\ndeclare noalias ptr @g(...)\ndeclare signext i8 @h()\n";
        let declared = |name: &str, result, is_function| Declared {
            name: name.to_owned(),
            result,
            is_function,
        };
        assert_eq!(
            declarations(text),
            [
                declared("limit", None, false),
                declared("f", Some("unsigned"), true),
                declared("g", Some("unsigned long"), true),
                declared("h", Some("unsigned char"), true),
            ]
        );
    }

    #[test]
    fn linkers_name_what_is_missing() {
        let gnu = "/usr/bin/ld: m.o: in function `main':\na.c:3: undefined reference to `f'\na.c:4: undefined reference to `f'\n";
        assert_eq!(missing(gnu), ["f"]);
        assert_eq!(missing("ld.lld: error: undefined symbol: g\n>>> referenced by a.c\n"), ["g"]);
    }
}
