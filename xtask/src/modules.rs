//! Circles in the imports between the modules of a crate.
//!
//! Modules that import each other in a circle can only be understood together. A circle of up to [`LARGEST`] modules is one room; nothing larger
//! is allowed: what its modules share goes down into a module of its own.
//!
//! A module is a file. It imports what its `use` declarations and its paths that start with `crate`, `super` or `self` name, outside of its tests. A
//! re-export (`pub use`) is another name for something elsewhere: who uses that name imports the module where the thing is, and the module with
//! the re-export imports nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Context;

/// Modules in one circle at most.
const LARGEST: usize = 5;

/// The path of a module in its crate; that of the root is empty.
type Module = Vec<String>;

/// The largest circle of each crate, as text; and what is wrong with them.
pub(crate) fn circles(root: &Path) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let (mut listing, mut complaints) = (Vec::new(), Vec::new());
    let crates = root.join("crates");
    let mut names: Vec<String> = std::fs::read_dir(&crates)
        .with_context(|| format!("cannot list {}", crates.display()))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    for name in names {
        let sources = crates.join(&name).join("src");
        if !sources.is_dir() {
            continue;
        }
        let graph = Graph::read(&sources)?;
        let circle = graph.largest_circle();
        let (modules, size) = (graph.imports.len(), circle.len());
        listing.push(format!("{name}: {modules} modules, largest circle of imports {size}"));
        if size > LARGEST {
            let members: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            complaints.push(format!(
                "crates/{name}: {size} modules import each other in a circle, {LARGEST} are allowed: {}",
                members.join(", "),
            ));
        }
    }
    Ok((listing, complaints))
}

/// Who imports whom.
#[derive(Debug)]
struct Graph {
    imports: BTreeMap<Module, BTreeSet<Module>>,
}

impl Graph {
    fn read(sources: &Path) -> anyhow::Result<Graph> {
        let mut texts = BTreeMap::new();
        read_modules(sources, &mut Vec::new(), &mut texts)?;
        Ok(Graph::of(&texts))
    }

    fn of(texts: &BTreeMap<Module, String>) -> Graph {
        let named: BTreeMap<&Module, Names> =
            texts.iter().map(|(module, text)| (module, Names::of(text))).collect();
        let mut imports = BTreeMap::new();
        for (module, names) in &named {
            let paths = names.imported.iter().filter_map(|path| absolute(module, path, &named));
            let found = paths.map(|path| home(&path, &named, 0));
            let others = found.filter(|other| other != *module).collect();
            imports.insert((*module).clone(), others);
        }
        Graph { imports }
    }

    /// The largest set of modules each of which imports all others, by way of some of them.
    fn largest_circle(&self) -> Vec<Module> {
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            self.imports.keys().map(|module| (module, self.reached_from(module))).collect();
        let circle = |module: &Module| {
            let mates = reached[module].iter().filter(|other| reached[**other].contains(module));
            mates.map(|&mate| mate.clone()).collect::<Vec<Module>>()
        };
        let circles = self.imports.keys().map(circle);
        circles
            .max_by_key(Vec::len)
            .filter(|circle| !circle.is_empty())
            .unwrap_or_else(|| vec![Vec::new()])
    }

    fn reached_from(&self, start: &Module) -> BTreeSet<&Module> {
        let mut reached = BTreeSet::new();
        let mut left: Vec<&Module> = self.imports[start].iter().collect();
        while let Some(module) = left.pop() {
            if reached.insert(module) {
                left.extend(&self.imports[module]);
            }
        }
        reached
    }
}

fn read_modules(
    directory: &Path,
    within: &mut Module,
    texts: &mut BTreeMap<Module, String>,
) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(directory)
        .with_context(|| format!("cannot list {}", directory.display()))?;
    for entry in entries {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if path.is_dir() {
            within.push(stem);
            read_modules(&path, within, texts)?;
            within.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let mut module = within.clone();
            if !["mod", "lib", "main"].contains(&stem.as_str()) {
                module.push(stem);
            }
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            texts.insert(module, text);
        }
    }
    Ok(())
}

/// The paths that a module names.
#[derive(Debug, Default)]
struct Names {
    imported: Vec<Vec<String>>,
    /// What it calls something that is elsewhere, for others.
    exported: Vec<(String, Vec<String>)>,
}

impl Names {
    fn of(text: &str) -> Names {
        let text = without_comments(text);
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let mut names = Names::default();
        let mut rest = text;
        let mut others = String::new();
        while let Some((at, public)) = next_use(rest) {
            others.push_str(&rest[..at]);
            let declaration = &rest[at..];
            let end = declaration.find(';').unwrap_or(declaration.len());
            let tree = declaration[..end].split_once("use ").map_or("", |(_, tree)| tree);
            for path in leaves(tree) {
                let (path, name) = match path.split_once(" as ") {
                    Some((path, name)) => (segments(path), Some(name.trim().to_owned())),
                    None => (segments(&path), None),
                };
                let name = name.or_else(|| path.last().cloned());
                match name {
                    Some(name) if public => names.exported.push((name, path)),
                    _ => names.imported.push(path),
                }
            }
            rest = &declaration[end..];
        }
        others.push_str(rest);
        names.imported.extend(inline_paths(&others));
        names
    }
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Where the next `use` declaration starts, and whether it is a re-export.
fn next_use(text: &str) -> Option<(usize, bool)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        let public =
            code.starts_with("pub use ") || code.starts_with("pub(") && code.contains(") use ");
        if public || code.starts_with("use ") {
            return Some((at + line.len() - code.len(), public));
        }
        at += line.len();
    }
    None
}

/// The single paths of a tree of imports.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, rest)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let (mut parts, mut depth, mut part) = (Vec::new(), 0, String::new());
    for letter in inner.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(letter);
    }
    parts.push(part);
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| leaves(part)).map(|leaf| format!("{before}{leaf}")).collect()
}

fn segments(path: &str) -> Vec<String> {
    path.split("::").map(|segment| segment.trim().to_owned()).collect()
}

/// Paths in code that say from where they start.
fn inline_paths(code: &str) -> Vec<Vec<String>> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = code.split(|letter: char| !is_name(letter) && letter != ':');
    let paths = words.filter(|word| {
        ["crate::", "super::", "self::"].iter().any(|start| word.starts_with(start))
    });
    paths.map(|path| segments(path.trim_end_matches(':'))).collect()
}

/// A path from the root of the crate; `None` if it leads to another crate.
fn absolute(module: &Module, path: &[String], named: &BTreeMap<&Module, Names>) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module.as_slice(), rest].concat()),
        "super" => {
            let above = &module[..module.len().saturating_sub(1)];
            match rest.first().map(String::as_str) {
                Some("super") => absolute(&above.to_vec(), rest, named),
                _ => Some([above, rest].concat()),
            }
        }
        _ => {
            let own = [module.as_slice(), path].concat();
            named.contains_key(&own[..module.len() + 1].to_vec()).then_some(own)
        }
    }
}

/// The module in which what a path names is defined.
fn home(path: &[String], named: &BTreeMap<&Module, Names>, depth: usize) -> Module {
    let known = (0..=path.len()).rev().find(|&length| named.contains_key(&path[..length].to_vec()));
    let length = known.unwrap_or(0);
    let module = path[..length].to_vec();
    let Some(name) = path.get(length) else { return module };
    let exported = named.get(&module).map_or(&[][..], |names| &names.exported);
    let target = exported.iter().find(|(other, _)| other == name);
    let target = target.and_then(|(_, target)| absolute(&module, target, named));
    match target {
        Some(target) if depth < 16 => {
            home(&[target.as_slice(), &path[length + 1..]].concat(), named, depth + 1)
        }
        _ => module,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Graph, leaves};

    fn circle(files: &[(&str, &str)]) -> Vec<String> {
        let module = |path: &str| match path {
            "" => Vec::new(),
            path => path.split("::").map(str::to_owned).collect(),
        };
        let texts: BTreeMap<_, _> =
            files.iter().map(|(path, text)| (module(path), (*text).to_owned())).collect();
        let circle = Graph::of(&texts).largest_circle();
        circle.iter().map(|module| module.join("::")).collect()
    }

    #[test]
    fn trees_of_imports_have_leaves() {
        assert_eq!(leaves("a::{b, c::{d, e},\n f}"), ["a::b", "a::c::d", "a::c::e", "a::f"]);
    }

    #[test]
    fn imports_and_inline_paths_close_circles() {
        let root = ("", "mod a;\nmod b;\nmod c;\n");
        let a = ("a", "use crate::b::B;\n");
        let b = ("b", "fn f() { super::c::g() }\n");
        assert_eq!(circle(&[root, a, b, ("c", "fn g(_: crate::a::A) {}\n")]), ["a", "b", "c"]);
        assert_eq!(circle(&[root, a, b, ("c", "// crate::a::A\n")]).len(), 1);
        let tested = "fn g() {}\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n";
        assert_eq!(circle(&[root, a, b, ("c", tested)]).len(), 1);
    }

    #[test]
    fn a_name_for_something_elsewhere_leads_there() {
        let root = ("", "mod a;\nmod b;\npub use a::A;\n");
        assert_eq!(circle(&[root, ("a", ""), ("b", "use crate::A;\n")]).len(), 1);
        let other = ("a", "use crate::b::B;\n");
        assert_eq!(circle(&[root, other, ("b", "use crate::A;\n")]), ["a", "b"]);
    }
}
