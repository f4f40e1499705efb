//! From a program to its tests: finds the files, multiplies out revisions and sizes, and gathers what each expects.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_findings::Verdict;
use raddle_findings::codes;

use crate::annotations::{self, Annotation, Role};
use crate::directives::{self, Directive};
use crate::shared::{collect, split_words};

const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// The revision that every program has: what users get who ask for nothing.
const DEFAULT: &str = "default";

/// One test.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    pub file: PathBuf,
    /// More sources.
    pub files: Vec<PathBuf>,
    pub properties: Vec<String>,
    pub defines: Vec<String>,
    pub flags: Vec<String>,
    pub time: Duration,
    pub expected: Expected,
}

#[derive(Clone, Debug, Default)]
pub struct Expected {
    pub verdict: Option<Verdict>,
    pub exit: Option<i32>,
    pub errors: Vec<String>,
    pub outputs: Vec<String>,
    pub counts: Vec<Count>,
    pub reasons: Option<BTreeSet<String>>,
    /// None at all if it is empty.
    pub assumptions: Option<BTreeSet<String>>,
    pub vacuous: Option<BTreeSet<u32>>,
    /// Kinds of findings without a place.
    pub unplaced: Vec<String>,
    pub annotations: Vec<Annotation>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub name: String,
    pub relation: Relation,
    pub number: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Exactly,
    AtMost,
    AtLeast,
}

/// One member of a family: `N=3`, the third of its sizes.
#[derive(Clone, Debug)]
struct Size {
    define: String,
    index: usize,
}

/// All programs below a directory, sorted; sources that only serve others (no directives, named by `files:`) left out.
pub fn programs(corpus: &Path) -> Result<Vec<PathBuf>, String> {
    let mut sources = Vec::new();
    collect(corpus, &mut sources)?;
    sources.sort();
    let mut helpers = BTreeSet::new();
    for source in &sources {
        for directive in directives::parse(&read(source)?).unwrap_or_default() {
            if directive.name == "files" {
                helpers
                    .extend(split_words(&directive.value).iter().map(|name| sibling(source, name)));
            }
        }
    }
    sources.retain(|source| !helpers.contains(source));
    Ok(sources)
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn sibling(program: &Path, name: &str) -> PathBuf {
    program.parent().unwrap_or(Path::new(".")).join(name)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The tests of one program.
pub fn expand(program: &Path, name: &str) -> Result<Vec<Case>, String> {
    expand_text(program, name, &read(program)?)
}

pub fn expand_text(program: &Path, name: &str, text: &str) -> Result<Vec<Case>, String> {
    let directives = directives::parse(text)?;
    let revisions = revisions(&directives)?;
    let sizes = sizes(&directives)?;
    check_conditions(&directives, &revisions, &sizes)?;
    let mut cases = Vec::new();
    for revision in &revisions {
        for size in &sizes {
            let context = Context {
                program,
                text,
                directives: &directives,
                revision,
                size,
                sizes: sizes.len(),
            };
            cases.push(context.case(name)?);
        }
    }
    Ok(cases)
}

fn revisions(directives: &[Directive]) -> Result<Vec<Option<String>>, String> {
    let Some(value) = single(directives, "revisions")? else {
        return Ok(vec![None]);
    };
    let mut revisions = split_words(value);
    let has_flags = |revision: &String| {
        let own = |directive: &Directive| directive.conditions.contains(revision);
        directives.iter().any(|directive| directive.name == "flags" && own(directive))
    };
    if revisions.iter().all(has_flags) && !revisions.iter().any(|name| name == DEFAULT) {
        revisions.push(DEFAULT.to_owned());
    }
    Ok(revisions.into_iter().map(Some).collect())
}

/// `N=1..3` or `N=2,4,8`.
fn sizes(directives: &[Directive]) -> Result<Vec<Option<Size>>, String> {
    let Some(value) = single(directives, "family")? else {
        return Ok(vec![None]);
    };
    let wrong = || format!("`family: {value}` is not of the form N=1..3 or N=2,4,8");
    let (macro_name, range) = value.split_once('=').ok_or_else(wrong)?;
    let numbers: Vec<i64> = match range.split_once("..") {
        Some((first, last)) => {
            let first: i64 = first.trim().parse().map_err(|_| wrong())?;
            let last: i64 = last.trim().parse().map_err(|_| wrong())?;
            (first..=last).collect()
        }
        None => {
            let parsed: Result<_, _> =
                range.split(',').map(|number| number.trim().parse()).collect();
            parsed.map_err(|_| wrong())?
        }
    };
    if numbers.is_empty() {
        return Err(wrong());
    }
    let sizes = numbers.iter().enumerate();
    Ok(sizes
        .map(|(index, number)| {
            Some(Size { define: format!("{}={number}", macro_name.trim()), index })
        })
        .collect())
}

/// The value of a directive that may stand once and without condition.
fn single<'a>(directives: &'a [Directive], name: &str) -> Result<Option<&'a str>, String> {
    let found: Vec<&Directive> =
        directives.iter().filter(|directive| directive.name == name).collect();
    match found.as_slice() {
        [] => Ok(None),
        [one] if one.conditions.is_empty() => Ok(Some(&one.value)),
        _ => Err(format!("`{name}` may stand once, and without a condition")),
    }
}

fn check_conditions(
    directives: &[Directive],
    revisions: &[Option<String>],
    sizes: &[Option<Size>],
) -> Result<(), String> {
    let revisions: BTreeSet<&String> = revisions.iter().flatten().collect();
    let sizes: BTreeSet<&String> = sizes.iter().flatten().map(|size| &size.define).collect();
    for directive in directives {
        for condition in &directive.conditions {
            if !revisions.contains(condition) && !sizes.contains(condition) {
                return Err(format!(
                    "line {}: `{condition}` is neither a revision nor a size",
                    directive.line
                ));
            }
            if directive.name == "verdict" && revisions.contains(condition) {
                return Err(format!(
                    "line {}: the verdict cannot depend on the revision",
                    directive.line
                ));
            }
        }
    }
    Ok(())
}

/// What one test is made from.
struct Context<'a> {
    program: &'a Path,
    text: &'a str,
    directives: &'a [Directive],
    revision: &'a Option<String>,
    size: &'a Option<Size>,
    sizes: usize,
}

impl Context<'_> {
    fn case(&self, name: &str) -> Result<Case, String> {
        let files: Vec<PathBuf> =
            self.words("files").iter().map(|name| sibling(self.program, name)).collect();
        let time = match self.value("time") {
            Some(text) => Duration::from_secs(text.parse().map_err(|_| "`time` is in seconds")?),
            None => DEFAULT_TIME,
        };
        let case = Case {
            name: self.case_name(name),
            file: self.program.to_owned(),
            properties: self.words("property"),
            defines: self.size.iter().map(|size| size.define.clone()).collect(),
            flags: self.words("flags"),
            time,
            expected: self.expected(&files)?,
            files,
        };
        Ok(case)
    }

    fn case_name(&self, name: &str) -> String {
        let revision = self.revision.as_ref().map(|name| format!("@{name}")).unwrap_or_default();
        let size = self.size.as_ref().map(|size| format!(":{}", size.define)).unwrap_or_default();
        format!("{name}{revision}{size}")
    }

    /// The revision and the size, as conditions name them.
    fn active(&self) -> BTreeSet<String> {
        let size = self.size.as_ref().map(|size| size.define.clone());
        self.revision.iter().cloned().chain(size).collect()
    }

    /// Directives of a name that apply here; those with a condition hide those without, except for `flags`.
    fn all(&self, name: &str) -> Vec<&Directive> {
        let active = self.active();
        let applying = self
            .directives
            .iter()
            .filter(|directive| directive.name == name && directive.applies(&active));
        let (general, special): (Vec<_>, Vec<_>) =
            applying.partition(|directive| directive.conditions.is_empty());
        if name == "flags" || special.is_empty() { [general, special].concat() } else { special }
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.all(name).last().map(|directive| directive.value.as_str())
    }

    fn values(&self, name: &str) -> Vec<String> {
        self.all(name).iter().map(|directive| directive.value.clone()).collect()
    }

    fn words(&self, name: &str) -> Vec<String> {
        self.all(name).iter().flat_map(|directive| split_words(&directive.value)).collect()
    }

    fn expected(&self, files: &[PathBuf]) -> Result<Expected, String> {
        let expected = Expected {
            verdict: self.value("verdict").map(verdict).transpose()?,
            exit: self
                .value("exit")
                .map(|text| text.parse().map_err(|_| "`exit` is a number"))
                .transpose()?,
            errors: self.values("error"),
            outputs: self.values("output"),
            counts: self.counts()?,
            reasons: self.codes("reason")?,
            assumptions: self.codes("assumption")?,
            vacuous: self.vacuous()?,
            unplaced: self.words("finding"),
            annotations: self.annotations(files)?,
        };
        expected.check()?;
        Ok(expected)
    }

    fn codes(&self, name: &str) -> Result<Option<BTreeSet<String>>, String> {
        if self.all(name).is_empty() {
            return Ok(None);
        }
        let words = self.words(name);
        if words == ["none"] {
            return Ok(Some(BTreeSet::new()));
        }
        let code = |word: &str| match name {
            "assumption" => codes::by_code(word.trim_start_matches('!')).is_some(),
            _ => codes::by_code(word).is_some(),
        };
        match words.iter().find(|word| !code(word)) {
            Some(word) => Err(format!("`{name}: {word}` is not a code (see `raddle explain`)")),
            None => Ok(Some(words.into_iter().collect())),
        }
    }

    fn vacuous(&self) -> Result<Option<BTreeSet<u32>>, String> {
        match self.value("vacuous") {
            // As users run it, a safe program whose assertions are all reached is the rule.
            None if self.is_default() && self.value("verdict") == Some("safe") => {
                Ok(Some(BTreeSet::new()))
            }
            None => Ok(None),
            Some("none") => Ok(Some(BTreeSet::new())),
            Some(lines) => {
                let parsed: Result<BTreeSet<u32>, _> =
                    lines.split_whitespace().map(str::parse).collect();
                parsed.map(Some).map_err(|_| "`vacuous` is a list of lines, or `none`".to_owned())
            }
        }
    }

    fn is_default(&self) -> bool {
        self.revision.as_deref().is_none_or(|revision| revision == DEFAULT)
    }

    fn counts(&self) -> Result<Vec<Count>, String> {
        let mut names: Vec<&str> = Vec::new();
        for directive in self.directives {
            if directives::is_count(&directive.name) && !names.contains(&directive.name.as_str()) {
                names.push(&directive.name);
            }
        }
        // How much is explored without any flag is stated for that revision, or not at all.
        let is_meant = |name: &&str| {
            self.revision.as_deref() != Some(DEFAULT)
                || self.all(name).iter().any(|count| !count.conditions.is_empty())
        };
        let names = names.into_iter().filter(is_meant);
        let applying = names.filter_map(|name| Some((name, self.value(name)?)));
        applying.map(|(name, value)| self.count(name, value)).collect()
    }

    fn count(&self, name: &str, value: &str) -> Result<Count, String> {
        let (relation, numbers) = match (value.strip_prefix("<="), value.strip_prefix(">=")) {
            (Some(rest), _) => (Relation::AtMost, rest),
            (_, Some(rest)) => (Relation::AtLeast, rest),
            (None, None) => (Relation::Exactly, value),
        };
        let parsed: Result<Vec<u64>, _> = numbers.split_whitespace().map(str::parse).collect();
        let numbers = parsed.map_err(|_| format!("`{name}: {value}` is not a list of numbers"))?;
        let index = self.size.as_ref().map_or(0, |size| size.index);
        let number = match numbers.as_slice() {
            [number] => *number,
            several if several.len() == self.sizes => several[index],
            _ => {
                return Err(format!(
                    "`{name}: {value}` needs one number, or one for each of {} sizes",
                    self.sizes
                ));
            }
        };
        Ok(Count { name: name.to_owned(), relation, number })
    }

    fn annotations(&self, files: &[PathBuf]) -> Result<Vec<Annotation>, String> {
        let mut all = annotations::parse(&file_name(self.program), self.text)?;
        for file in files {
            all.extend(annotations::parse(&file_name(file), &read(file)?)?);
        }
        let active = self.active();
        all.retain(|annotation| annotation.applies(&active));
        Ok(all)
    }
}

fn verdict(text: &str) -> Result<Verdict, String> {
    match text {
        "safe" => Ok(Verdict::Safe),
        "unsafe" => Ok(Verdict::Unsafe),
        "unknown" => Ok(Verdict::Unknown),
        other => Err(format!("`verdict: {other}` is none of safe, unsafe, unknown")),
    }
}

impl Expected {
    /// A program that expects the impossible is wrong itself.
    fn check(&self) -> Result<(), String> {
        for kind in &self.unplaced {
            annotations::check_kind(kind)?;
        }
        let findings =
            self.annotations.iter().filter(|annotation| annotation.role == Role::Finding).count();
        let findings = findings + self.unplaced.len();
        match (self.verdict, self.exit) {
            (None, None) => Err("`verdict` is missing".to_owned()),
            (Some(_), Some(_)) => Err("`verdict` and `exit` exclude each other".to_owned()),
            (None, Some(_)) if findings > 0 => Err("an input error has no findings".to_owned()),
            (Some(Verdict::Unsafe), _) if findings == 0 => {
                Err("`verdict: unsafe` needs a `//~ FINDING`".to_owned())
            }
            (Some(Verdict::Safe | Verdict::Unknown), _) if findings > 0 => {
                Err("a `//~ FINDING` needs `verdict: unsafe`".to_owned())
            }
            _ => Ok(()),
        }
    }
}
