//! Inputs as a C programmer would write them: bytes that were made arbitrary together are a text, or an array of numbers; so are characters that were read
//! one after the other.

use raddle_findings::{Input, Location};

use crate::file_inputs::in_words;
use crate::text::{escaped, place, quoted};

/// The type of what is read from a stream one by one: a character, or its end.
const CHARACTER: &str = "character";
/// So many characters have a line each.
const FEW_CHARACTERS: usize = 3;

/// A line of the list of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub name: String,
    pub value: String,
    pub origin: String,
}

pub(crate) fn rows(inputs: &[&Input]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut at = 0;
    while at < inputs.len() {
        let run = run_from(&inputs[at..]);
        rows.push(row(&inputs[at..at + run]));
        at += run;
    }
    rows
}

/// `base[index]#count`, as parts are named.
fn parts(name: &str) -> Option<(&str, usize, &str)> {
    let (before, count) = name.rsplit_once("]#")?;
    let (base, index) = before.rsplit_once('[')?;
    Some((base, index.parse().ok()?, count))
}

/// How many inputs belong to the array or the number that the first one begins.
fn run_from(inputs: &[&Input]) -> usize {
    let Some(first) = inputs.first() else { return 0 };
    if first.ty == CHARACTER {
        let read = inputs.iter().take_while(|input| input.ty == CHARACTER).count();
        let end = inputs[..read].iter().position(|input| is_end(input));
        // A few are plainer one by one.
        let read = end.map_or(read, |end| end + 1);
        return if read > FEW_CHARACTERS { read } else { 1 };
    }
    let Some((base, start, count)) = parts(&first.name) else { return 1 };
    let belongs = |(offset, input): (usize, &&Input)| {
        input.ty == first.ty && parts(&input.name) == Some((base, start + offset, count))
    };
    inputs.iter().enumerate().take_while(|&(offset, input)| belongs((offset, input))).count().max(1)
}

/// `stdin#0..12 = "(12)"`, with what the characters are followed by.
fn characters(run: &[&Input]) -> Row {
    let (first, last) = (run[0], run[run.len() - 1]);
    let ends = is_end(last);
    let bytes: Vec<u8> = run[..run.len() - usize::from(ends)].iter().map(|one| byte(one)).collect();
    let (base, number) = first.name.rsplit_once('#').unwrap_or((&first.name, "0"));
    let end = last.name.rsplit_once('#').map_or("", |(_, number)| number);
    let value = format!("\"{}\"", escaped(&bytes));
    let and = if ends { ", then the end," } else { "" };
    let what = format!("{} characters{and}", bytes.len());
    let origin = origin(&what, first.location.as_ref());
    Row { name: format!("{base}#{number}..{end}"), value, origin }
}

fn is_end(input: &Input) -> bool {
    input.ty == CHARACTER && input.bits == "ffffffff"
}

fn row(run: &[&Input]) -> Row {
    let first = run[0];
    if first.ty == CHARACTER && run.len() > 1 {
        return characters(run);
    }
    let whole = parts(&first.name).filter(|_| run.len() > 1);
    let Some((base, start, count)) = whole else {
        let name = in_words(&first.name).unwrap_or_else(|| first.name.clone());
        let value = first.value.clone();
        let ty = match first.ty.as_str() {
            "char[]" => format!("char[{}]", first.bits.len() / 2),
            other => other.to_owned(),
        };
        return Row { name, value, origin: origin(&ty, first.location.as_ref()) };
    };
    let bytes: Vec<u8> = run.iter().map(|input| byte(input)).collect();
    let (value, ty) = array(&bytes, &first.ty);
    let name = match start {
        0 => format!("{base}#{count}"),
        _ => format!("{base}[{start}..{}]#{count}", start + run.len()),
    };
    match in_words(&format!("{base}#{count}")) {
        Some(name) if start == 0 => {
            let value = format!("\"{}\"", escaped(&bytes));
            let what = format!("{} bytes, read", bytes.len());
            Row { name, value, origin: origin(&what, first.location.as_ref()) }
        }
        _ => Row { name, value, origin: origin(&ty, first.location.as_ref()) },
    }
}

fn origin(ty: &str, location: Option<&Location>) -> String {
    match location {
        Some(location) => format!("{ty} at {}", place(location)),
        None => ty.to_owned(),
    }
}

fn byte(input: &Input) -> u8 {
    input.bits.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0)
}

/// Bytes as what they are parts of: the value, and its type.
fn array(bytes: &[u8], ty: &str) -> (String, String) {
    if ty == "char" {
        return (quoted(bytes), format!("char[{}]", bytes.len()));
    }
    let element = ty.strip_prefix("byte of ").unwrap_or("byte");
    let size = match element {
        "short" | "unsigned short" => 2,
        "int" | "unsigned int" | "float" => 4,
        "long" | "unsigned long" | "double" | "pointer" => 8,
        _ => 1,
    };
    let numbers: Vec<String> = bytes.chunks(size).map(|chunk| number(chunk, element)).collect();
    match numbers.as_slice() {
        [one] => (one.clone(), element.to_owned()),
        several => (format!("{{{}}}", several.join(", ")), format!("{element}[{}]", several.len())),
    }
}

fn number(bytes: &[u8], ty: &str) -> String {
    let word = bytes.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
    let unused = 64 - 8 * bytes.len().clamp(1, 8) as u32;
    match ty {
        "float" => format!("{:?}", f32::from_bits(word as u32)),
        "double" => format!("{:?}", f64::from_bits(word)),
        "short" | "int" | "long" => ((word << unused) as i64 >> unused).to_string(),
        "pointer" => format!("{word:#x}"),
        _ => word.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, ty: &str, bits: &str, value: &str) -> Input {
        let (name, ty, bits, value) = (name.into(), ty.into(), bits.into(), value.into());
        Input { name, ty, value, bits, hidden: false, location: None }
    }

    fn shown(inputs: &[Input]) -> Vec<(String, String, String)> {
        let inputs: Vec<&Input> = inputs.iter().collect();
        rows(&inputs).into_iter().map(|row| (row.name, row.value, row.origin)).collect()
    }

    fn owned(row: (&str, &str, &str)) -> (String, String, String) {
        (row.0.into(), row.1.into(), row.2.into())
    }

    #[test]
    fn characters_are_a_text() {
        let letters = ["61", "22", "00", "00"];
        let inputs: Vec<Input> = (0..4)
            .map(|index| input(&format!("js[{index}]#0"), "char", letters[index], "?"))
            .collect();
        assert_eq!(shown(&inputs), [owned(("js#0", "\"a\\\"\"", "char[4]"))]);
    }

    #[test]
    fn bytes_of_numbers_are_numbers() {
        let bytes = ["07", "00", "00", "00", "fe", "ff", "ff", "ff"];
        let mut inputs: Vec<Input> = (0..8)
            .map(|index| input(&format!("n[{index}]#1@T1"), "byte of int", bytes[index], "?"))
            .collect();
        inputs.push(input("x#2", "int", "03000000", "3"));
        assert_eq!(
            shown(&inputs),
            [owned(("n#1@T1", "{7, -2}", "int[2]")), owned(("x#2", "3", "int"))]
        );
    }

    #[test]
    fn characters_that_are_read_are_a_text() {
        let read = |index: usize, bits: &str| {
            input(&format!("stdin#{index}"), "character", &format!("{bits}0000"), "?")
        };
        let mut inputs: Vec<Input> = ["2800", "3000", "0b00", "0000"]
            .iter()
            .enumerate()
            .map(|(at, bits)| read(at, bits))
            .collect();
        inputs.push(input("stdin#4", "character", "ffffffff", "-1 (end of input)"));
        inputs.push(input("x#5", "int", "03000000", "3"));
        let text = ("stdin#0..4", "\"(0\\v\\0\"", "4 characters, then the end,");
        assert_eq!(shown(&inputs), [owned(text), owned(("x#5", "3", "int"))]);
        let few = shown(&inputs[3..5]);
        assert_eq!(few.len(), 2);
    }

    #[test]
    fn a_zero_before_a_digit_is_spelled_out() {
        assert_eq!(quoted(b"a\x001\0"), "\"a\\0001\"");
        assert_eq!(quoted(b"a\0b\0"), "\"a\\0b\"");
        assert_eq!(quoted(b"\n\x0b\x07"), "\"\\n\\v\\a\"");
    }
}
