//! Tells every hook of an instrumented program where it is in the source.
//!
//! The sanitizer's hooks know the address that is accessed but not who asks. The compiler's IR knows both, so its text is
//! edited: before each hook and each call stands a call of `raddle_site` or `raddle_call` with the number of the place, taken from
//! the debug location of the line. Library functions that the run-time has its own version of get the name of that version, and `main`
//! becomes `raddle_program_main`. The text is read line by line; nothing more of LLVM is understood here than the printed form
//! of calls and of four kinds of debug information.

use rustc_hash::{FxHashMap, FxHashSet};

/// Places of the source by number. Number 0 is "unknown".
#[derive(Debug)]
pub(crate) struct Sites {
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Sites {
    pub fn new() -> Sites {
        Sites { names: vec!["an unknown place".to_owned()], numbers: FxHashMap::default() }
    }
    /// The number of a place, if the program has an operation there.
    pub fn find(&self, file: &str, line: u32, column: u32) -> Option<u32> {
        self.numbers.get(&format!("{file}:{line}:{column}")).copied()
    }
    pub fn names(&self) -> &[String] {
        &self.names
    }
    fn intern(&mut self, name: String) -> u32 {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        number
    }
}

/// What an edited module needs and has.
#[derive(Debug)]
pub(crate) struct Instrumented {
    pub text: String,
    /// Names that the module defines itself.
    pub defined: Vec<String>,
}

/// Edits the IR text of one module. Where one of the `targets`, `file:line`, begins, it is said that somebody comes there.
pub(crate) fn instrument(
    text: &str,
    replaceable: &[String],
    targets: &[String],
    sites: &mut Sites,
) -> Instrumented {
    let places = Places::read(text);
    let declared: FxHashSet<&str> = text.lines().filter_map(declared_name).collect();
    let replaced: FxHashSet<&str> =
        replaceable.iter().map(String::as_str).filter(|name| declared.contains(name)).collect();
    let mut edited = String::with_capacity(text.len() * 5 / 4);
    for line in text.lines() {
        if let Some(target) = target_of(line, &places, targets) {
            edited.push_str(&format!("  call void @raddle_arrive(i32 {target})\n"));
        }
        if let Some(hook) = hook_before(line, &replaced) {
            let place = places.of_line(line);
            let site = place.map_or(0, |place| sites.intern(place));
            edited.push_str(&format!("  call void @{hook}(i32 {site})\n"));
        }
        if line.starts_with('!') {
            edited.push_str(line);
        } else {
            rename(line, &replaced, &mut edited);
        }
        edited.push('\n');
    }
    for hook in ["raddle_site", "raddle_call", "raddle_reached_error"] {
        edited.push_str(&format!("declare void @{hook}(i32)\n"));
    }
    edited.push_str("declare void @raddle_arrive(i32)\n");
    let defined = text.lines().filter_map(defined_name).map(str::to_owned).collect();
    Instrumented { text: edited, defined }
}

/// The number of the target that an instruction belongs to. Nothing can stand in front of a phi, and what is said to debuggers is not executed.
fn target_of(line: &str, places: &Places<'_>, targets: &[String]) -> Option<usize> {
    let executed =
        line.starts_with("  ") && !line.contains(" = phi ") && !line.contains("@llvm.dbg.");
    if targets.is_empty() || !executed {
        return None;
    }
    let place = places.of_line(line)?;
    let (place, _column) = place.rsplit_once(':')?;
    targets.iter().position(|target| target == place)
}

/// The function or variable that a line defines.
fn defined_name(line: &str) -> Option<&str> {
    let rest = if line.starts_with("define ") { &line[line.find('@')?..] } else { line };
    let name = rest.strip_prefix('@')?.split([' ', '(']).next()?;
    (!line.contains(" external ") && !line.contains(" extern_weak ")).then_some(name)
}

fn declared_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("declare ")?;
    let after = &rest[rest.find('@')? + 1..];
    after.split('(').next()
}

/// What has to be called before this line.
fn hook_before(line: &str, replaced: &FxHashSet<&str>) -> Option<&'static str> {
    if !line.starts_with("  ") {
        return None;
    }
    let at = line.find(" call ")?;
    let before = line[..at].trim();
    let is_call = before.is_empty()
        || before.ends_with('=')
        || before.ends_with("tail")
        || before.ends_with("musttail")
        || before.ends_with("notail");
    if !is_call {
        return None;
    }
    let callee = callee(&line[at + 6..])?;
    let Some(name) = callee.strip_prefix('@') else { return Some("raddle_call") };
    if name.starts_with("llvm.")
        || matches!(name, "__tsan_init" | "__tsan_func_entry" | "__tsan_func_exit")
    {
        return None;
    }
    if matches!(name, "reach_error" | "__VERIFIER_error") {
        return Some("raddle_reached_error");
    }
    let known = name.starts_with("__tsan_") || replaced.contains(name);
    Some(if known { "raddle_site" } else { "raddle_call" })
}

/// The called function or register: the first name that an argument list follows directly.
fn callee(call: &str) -> Option<&str> {
    let mut from = 0;
    while let Some(offset) = call[from..].find(['@', '%']) {
        let start = from + offset;
        let length = call[start + 1..].find(|c: char| !is_name_character(c))?;
        let end = start + 1 + length;
        if call[end..].starts_with('(') {
            return Some(&call[start..end]);
        }
        from = end;
    }
    None
}

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$' | '-')
}

/// Copies a line with names replaced, outside of strings.
fn rename(line: &str, replaced: &FxHashSet<&str>, into: &mut String) {
    let mut rest = line;
    let mut quoted = false;
    while let Some(at) = rest.find(['@', '"']) {
        into.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if rest.as_bytes()[at] == b'"' {
            quoted = !quoted;
            into.push('"');
            rest = after;
            continue;
        }
        into.push('@');
        let length = after.find(|c: char| !is_name_character(c)).unwrap_or(after.len());
        let name = &after[..length];
        if !quoted && name == "main" {
            into.push_str("raddle_program_main");
        } else if !quoted && replaced.contains(name) {
            into.push_str("raddle_w_");
            into.push_str(name);
        } else {
            into.push_str(name);
        }
        rest = &after[length..];
    }
    into.push_str(rest);
}

/// Debug locations of a module by their numbers.
#[derive(Debug, Default)]
struct Places<'a> {
    locations: FxHashMap<&'a str, (&'a str, &'a str, &'a str)>,
    /// The file of a scope.
    scopes: FxHashMap<&'a str, &'a str>,
    files: FxHashMap<&'a str, String>,
}

impl<'a> Places<'a> {
    fn read(text: &'a str) -> Places<'a> {
        let mut places = Places::default();
        for line in text.lines().filter(|line| line.starts_with('!')) {
            let Some((number, node)) = line.split_once(" = ") else { continue };
            let node = node.trim_start_matches("distinct ");
            if let Some(fields) = node.strip_prefix("!DILocation(") {
                let column = field(fields, "column").unwrap_or("0");
                if let (Some(line), Some(scope)) = (field(fields, "line"), field(fields, "scope")) {
                    places.locations.insert(number, (line, column, scope));
                }
            } else if let Some(fields) = node.strip_prefix("!DIFile(") {
                places.files.insert(number, file_name(fields));
            } else if node.starts_with("!DISubprogram(") || node.starts_with("!DILexicalBlock") {
                let file = node.split_once('(').and_then(|(_, fields)| field(fields, "file"));
                places.scopes.extend(file.map(|file| (number, file)));
            }
        }
        places
    }

    /// The place in `…, !dbg !12` as `file:line:column`.
    fn of_line(&self, line: &str) -> Option<String> {
        let at = line.rfind("!dbg !")?;
        let rest = &line[at + "!dbg ".len()..];
        let end = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
        let (line, column, scope) = self.locations.get(&rest[..end])?;
        let file = self.files.get(self.scopes.get(scope)?)?;
        (*line != "0").then(|| format!("{file}:{line}:{column}"))
    }
}

/// The text of a field that is no string.
fn field<'a>(fields: &'a str, name: &str) -> Option<&'a str> {
    let key = format!("{name}: ");
    let mut from = 0;
    loop {
        let at = from + fields[from..].find(&key)?;
        let begins = at == 0 || fields[..at].ends_with(", ");
        let value = &fields[at + key.len()..];
        if begins {
            return value.split([',', ')']).next();
        }
        from = at + key.len();
    }
}

/// The path of a file, joined with its directory if it is relative.
fn file_name(fields: &str) -> String {
    let text = |name: &str| {
        let at = fields.find(&format!("{name}: \""))? + name.len() + 3;
        fields[at..].split('"').next()
    };
    let (name, directory) = (text("filename").unwrap_or(""), text("directory").unwrap_or(""));
    if name.starts_with('/') || directory.is_empty() {
        return name.to_owned();
    }
    format!("{}/{name}", directory.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::{Sites, callee, instrument};

    const MODULE: &str = r#"
define i32 @main() !dbg !5 {
  call void @__tsan_write4(ptr @c), !dbg !7
  store i32 1, ptr @c, align 4, !dbg !7
  %1 = call i32 (ptr, ...) @printf(ptr @malloc), !dbg !8
  %2 = call noalias ptr @malloc(i64 4) #7, !dbg !8
  call void @llvm.dbg.value(metadata i32 0, metadata !9, metadata !DIExpression()), !dbg !8
  ret i32 0
}
@s = constant [4 x i8] c"@mai"
declare noalias ptr @malloc(i64)
!1 = !DIFile(filename: "a.c", directory: "/tmp")
!5 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 2)
!7 = !DILocation(line: 3, column: 5, scope: !5)
!8 = !DILocation(line: 4, column: 7, scope: !5)
"#;

    #[test]
    fn hooks_know_their_place() {
        let mut sites = Sites::new();
        let edited = instrument(
            MODULE,
            &["malloc".to_owned(), "free".to_owned()],
            &["/tmp/a.c:3".to_owned()],
            &mut sites,
        );
        let lines: Vec<&str> = edited.text.lines().collect();
        let after = |text: &str| {
            let at = lines.iter().position(|line| line.contains(text)).expect(text);
            lines[at - 1].trim()
        };
        assert_eq!(after("@__tsan_write4"), "call void @raddle_site(i32 1)");
        assert_eq!(after("@printf(ptr @raddle_w_malloc)"), "call void @raddle_call(i32 2)");
        assert_eq!(after("@raddle_w_malloc(i64 4)"), "call void @raddle_site(i32 2)");
        assert_eq!(after("store i32 1"), "call void @raddle_arrive(i32 0)");
        assert_eq!(edited.text.matches("  call void @raddle_arrive").count(), 2);
        assert!(edited.text.contains("define i32 @raddle_program_main()"));
        assert!(edited.text.contains("c\"@mai\""));
        assert_eq!(edited.defined, ["main", "s"]);
        assert_eq!(sites.find("/tmp/a.c", 3, 5), Some(1));
    }

    #[test]
    fn callees() {
        assert_eq!(callee("%struct.S @f(i32 1)"), Some("@f"));
        assert_eq!(callee("void %3(ptr @f)"), Some("%3"));
        assert_eq!(callee("i32 (ptr, ...) @printf(ptr @x)"), Some("@printf"));
        assert_eq!(callee("void asm sideeffect \"nop\", \"\"()"), None);
    }
}
