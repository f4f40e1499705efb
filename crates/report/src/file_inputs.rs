//! Files that a program reads, in plain words. Inputs are called `file NAME exists`, `file NAME size` and `file NAME[INDEX]`, each with a number behind it
//! that tells it from others of that name; replays need that, people do not.

use raddle_findings::{Input, TraceStep};

use crate::text::quoted;

/// A part of what is known of a file.
#[derive(PartialEq, Eq, Debug)]
enum Part<'a> {
    Exists(&'a str),
    Size(&'a str),
    Byte(&'a str, usize),
    Content(&'a str),
}

fn part(name: &str) -> Option<Part<'_>> {
    let (label, count) = name.strip_prefix("file ")?.rsplit_once('#')?;
    count.parse::<u64>().ok()?;
    if let Some(file) = label.strip_suffix(" exists") {
        return Some(Part::Exists(file));
    }
    if let Some(file) = label.strip_suffix(" size") {
        return Some(Part::Size(file));
    }
    let indexed = label.strip_suffix(']').and_then(|label| label.rsplit_once('['));
    let byte = indexed.and_then(|(file, index)| Some(Part::Byte(file, index.parse().ok()?)));
    Some(byte.unwrap_or(Part::Content(label)))
}

/// What an input says of a file.
pub(crate) fn in_words(name: &str) -> Option<String> {
    Some(match part(name)? {
        Part::Exists(file) => format!("whether file {file} exists"),
        Part::Size(file) => format!("size of file {file}"),
        Part::Byte(file, index) => format!("byte at offset {index} of file {file}"),
        Part::Content(file) => format!("content of file {file}"),
    })
}

/// What happened in a step, with files in plain words.
pub(crate) fn step_text(step: &TraceStep) -> String {
    let told = || {
        let (name, value) = step.text.split_once('#').filter(|_| step.kind == "input")?;
        let (count, value) = value.split_once(" = ")?;
        let name = format!("{name}#{count}");
        match (part(&name)?, value.parse::<i32>()) {
            // As many bytes as fit into a word; those behind the end of the file are nothing.
            (Part::Content(file), Ok(word)) => {
                Some(format!("content of file {file} = {}", quoted(&word.to_le_bytes())))
            }
            _ => Some(format!("{} = {value}", in_words(&name)?)),
        }
    };
    told().unwrap_or_else(|| step.text.clone())
}

/// The bytes of a file that are one input, as far as the file goes.
pub(crate) fn content(input: &Input, inputs: &[Input]) -> Option<Vec<u8>> {
    let Part::Content(file) = part(&input.name)? else { return None };
    let digits = |at: usize| input.bits.get(at..at + 2);
    let bytes = (0..input.bits.len()).step_by(2).map_while(digits);
    let bytes = bytes.filter_map(|digits| u8::from_str_radix(digits, 16).ok());
    Some(bytes.take(size_of(file, inputs).unwrap_or(usize::MAX)).collect())
}

fn size_of(file: &str, inputs: &[Input]) -> Option<usize> {
    let size = inputs.iter().find(|other| part(&other.name) == Some(Part::Size(file)));
    size.and_then(|size| size.value.parse().ok())
}

/// Whether an input is a byte behind the end of its file: it was made in advance, and nobody reads it.
pub(crate) fn is_behind_the_end(input: &Input, inputs: &[Input]) -> bool {
    let Some(Part::Byte(file, index)) = part(&input.name) else { return false };
    size_of(file, inputs).is_some_and(|size| index >= size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_in_words() {
        assert_eq!(in_words("file a b exists#0").as_deref(), Some("whether file a b exists"));
        assert_eq!(in_words("file a#7").as_deref(), Some("content of file a"));
        let byte = Some("byte at offset 3 of file c.txt");
        assert_eq!(in_words("file c.txt[3]#2").as_deref(), byte);
        assert_eq!(in_words("profile#2"), None);
        let step = TraceStep {
            thread: 0,
            kind: "input".into(),
            location: None,
            text: "file c.txt[3]#2 = 61 '='".into(),
            visible: false,
            transition: 0,
            cell: None,
            condition: None,
            after: Vec::new(),
        };
        assert_eq!(step_text(&step), "byte at offset 3 of file c.txt = 61 '='");
    }

    #[test]
    fn bytes_behind_the_end_are_known() {
        let input = |name: &str, value: &str| Input {
            name: name.into(),
            ty: "byte".into(),
            value: value.into(),
            bits: String::new(),
            hidden: false,
            location: None,
        };
        let inputs =
            [input("file a size#1", "1"), input("file a[0]#2", "7"), input("file a[1]#2", "0")];
        let behind: Vec<bool> = inputs.iter().map(|one| is_behind_the_end(one, &inputs)).collect();
        assert_eq!(behind, [false, false, true]);
    }
}
