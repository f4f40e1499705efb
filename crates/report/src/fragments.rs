//! The table of fragments that a program was checked in, and what is left to say of all of them.

use raddle_findings::{ContextThread, FragmentResult, Report, Verdict};

use crate::paint::{Paint, Role};
use crate::text::{counted, printable};

/// Lines of the table at most.
const ROWS: usize = 40;

/// One line for each fragment: what is wrong or open there, which ones follow, and where it begins.
pub(crate) fn fragments_section(report: &Report, paint: Paint) -> Option<String> {
    if report.fragments.is_empty() {
        return None;
    }
    let (telling, others): (Vec<&FragmentResult>, Vec<&FragmentResult>) =
        report.fragments.iter().partition(|one| one.verdict != Some(Verdict::Safe));
    let mut shown: Vec<&FragmentResult> = telling.into_iter().chain(others).take(ROWS).collect();
    shown.sort_by_key(|one| one.number);
    let left = report.fragments.len() - shown.len();
    let ends: Vec<String> = shown.iter().map(|one| ends_of(one)).collect();
    let verdicts: Vec<String> = shown.iter().map(|one| verdict_of(one)).collect();
    let wide = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let (verdict_width, ends_width) = (wide(&verdicts).max(7), wide(&ends).max(4));
    let head = format!("fragment  {:<verdict_width$}  {:<ends_width$}  begins", "verdict", "next");
    let mut text = format!("{}\n", paint.text(Role::Heading, &head));
    for ((one, verdict), ends) in shown.iter().zip(&verdicts).zip(&ends) {
        let begins = begins_of(one);
        let number = one.number;
        text += &format!("{number:>8}  {verdict:<verdict_width$}  {ends:<ends_width$}  {begins}\n");
    }
    if left > 0 {
        let more = format!("and {}; --format json has them all", counted(left as u64, "fragment"));
        text += &format!("{}\n", paint.text(Role::Faint, &more));
    }
    Some(text)
}

/// `12 fragments: 10 safe, 1 impossible, 1 unsafe; 40 of 44 lines`.
pub(crate) fn fragments_line(report: &Report) -> Option<String> {
    if report.fragments.is_empty() {
        return None;
    }
    type Is<'i> = &'i dyn Fn(&FragmentResult) -> bool;
    let kinds: [(&str, Is<'_>); 5] = [
        ("safe", &|one| one.verdict == Some(Verdict::Safe) && !one.impossible),
        ("impossible", &|one| one.impossible),
        ("unsafe", &|one| one.verdict == Some(Verdict::Unsafe)),
        ("unknown", &|one| one.verdict == Some(Verdict::Unknown)),
        ("not explored", &|one| one.verdict.is_none()),
    ];
    let counts = kinds.iter().filter_map(|(name, is)| {
        let count = report.fragments.iter().filter(|one| is(one)).count();
        (count > 0).then(|| format!("{count} {name}"))
    });
    let counts: Vec<String> = counts.collect();
    let coverage = &report.coverage;
    Some(format!(
        "{}: {}; {} of {} lines\n",
        counted(report.fragments.len() as u64, "fragment"),
        counts.join(", "),
        coverage.lines_covered,
        coverage.lines_total
    ))
}

fn verdict_of(one: &FragmentResult) -> String {
    let word = match one.verdict {
        _ if one.impossible => "impossible",
        Some(Verdict::Safe) => "safe",
        Some(Verdict::Unsafe) => "unsafe",
        Some(Verdict::Unknown) => "unknown",
        None => "not explored",
    };
    match &one.codes[..] {
        [] => word.to_owned(),
        codes => format!("{word} {}", codes.join(" ")),
    }
}

fn ends_of(one: &FragmentResult) -> String {
    const NUMBERS: usize = 6;
    let mut numbers: Vec<String> = one.ends.iter().take(NUMBERS).map(usize::to_string).collect();
    if one.ends.len() > NUMBERS {
        numbers.push("…".to_owned());
    }
    match (&numbers[..], one.verdict) {
        ([], None) => String::new(),
        ([], Some(_)) => "–".to_owned(),
        (numbers, _) => numbers.join(" "),
    }
}

fn begins_of(one: &FragmentResult) -> String {
    if one.begins.is_empty() {
        return "start of the program".to_owned();
    }
    let threads: Vec<String> = one.begins.iter().map(thread_place).collect();
    threads.join(", ")
}

/// `T1=bank.c:23`; its outer frames follow as they are written behind `--at`.
fn thread_place(thread: &ContextThread) -> String {
    let places = thread.frames.iter().map(|frame| {
        let name = frame.file.rsplit('/').next().unwrap_or(&frame.file);
        format!("{}:{}", printable(name), frame.line)
    });
    let places: Vec<String> = places.collect();
    let wait = match (thread.waiting, thread.woken) {
        (_, true) => " (woken)",
        (true, false) => " (waiting)",
        (false, false) => "",
    };
    format!("{}={}{wait}", printable(&thread.name), places.join(","))
}
