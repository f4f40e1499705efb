//! Inputs as a C programmer would write them: bytes that were made arbitrary together are a text, or an array of numbers.

use raddle_findings::{Input, Location};

use crate::text::place;

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
    let Some((base, start, count)) = parts(&first.name) else { return 1 };
    let belongs = |(offset, input): (usize, &&Input)| {
        input.ty == first.ty && parts(&input.name) == Some((base, start + offset, count))
    };
    inputs.iter().enumerate().take_while(|&(offset, input)| belongs((offset, input))).count().max(1)
}

fn row(run: &[&Input]) -> Row {
    let first = run[0];
    let whole = parts(&first.name).filter(|_| run.len() > 1);
    let Some((base, start, count)) = whole else {
        let (name, value) = (first.name.clone(), first.value.clone());
        return Row { name, value, origin: origin(&first.ty, first.location.as_ref()) };
    };
    let bytes: Vec<u8> = run.iter().map(|input| byte(input)).collect();
    let (value, ty) = array(&bytes, &first.ty);
    let name = match start {
        0 => format!("{base}#{count}"),
        _ => format!("{base}[{start}..{}]#{count}", start + run.len()),
    };
    Row { name, value, origin: origin(&ty, first.location.as_ref()) }
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

/// A text in C. Zeros at its end are left out.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let mut text = String::from("\"");
    for (index, &byte) in bytes[..end].iter().enumerate() {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            7..=13 => text.extend(['\\', char::from(b"abtnvfr"[usize::from(byte) - 7])]),
            b' '..=b'~' => text.push(char::from(byte)),
            // Three digits, so that a digit behind it is not taken for a part of it.
            0 if bytes.get(index + 1).is_none_or(|next| !next.is_ascii_digit()) => {
                text.push_str("\\0")
            }
            other => text.push_str(&format!("\\{other:03o}")),
        }
    }
    text.push('"');
    text
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
    fn a_zero_before_a_digit_is_spelled_out() {
        assert_eq!(quoted(b"a\x001\0"), "\"a\\0001\"");
        assert_eq!(quoted(b"a\0b\0"), "\"a\\0b\"");
        assert_eq!(quoted(b"\n\x0b\x07"), "\"\\n\\v\\a\"");
    }
}
