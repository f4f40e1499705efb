//! What a process gets from outside, made of the inputs of a finding: standard input, arguments, environment and files.
//!
//! The model reads single characters and, for `scanf`, whole numbers. A real program reads text, so the text is written from them in the order
//! in which they were read: any number of blanks may stand before a number.

use raddle_findings::Input;

/// The values of `scanf_outcome` in the model.
const MISMATCH: u64 = 1;
const AT_END: u64 = 2;
/// End of file as an `int`.
const EOF: u64 = 0xffff_ffff;

/// What surrounds the recorded run.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    pub arguments: Vec<Vec<u8>>,
    /// Names and values of variables that are set. No others are.
    pub environment: Vec<(Vec<u8>, Vec<u8>)>,
    pub stdin: Vec<u8>,
    /// Files that the program asked for by name, in this order, and what they hold. There are no others.
    pub files: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

impl Surroundings {
    /// `given` are arguments of the command line that are no inputs.
    pub fn new(inputs: &[Input], given: &[String]) -> Surroundings {
        let mut arguments: Vec<Vec<u8>> = given.iter().map(|text| text.clone().into()).collect();
        arguments.extend(symbolic_arguments(inputs));
        let (environment, stdin) = (environment(inputs), standard_input(inputs));
        Surroundings { arguments, environment, stdin, files: files(inputs) }
    }
}

/// `nondet_int` of `nondet_int#3@t2`.
fn base_name(input: &Input) -> &str {
    input.name.rsplit_once('#').map_or(&*input.name, |(name, _)| name)
}

/// The bytes of a value, least significant first.
fn bytes(input: &Input) -> Vec<u8> {
    let digits = input.bits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| {
        std::str::from_utf8(pair).ok().and_then(|text| u8::from_str_radix(text, 16).ok())
    };
    digits.map_while(byte).collect()
}

fn number(input: &Input) -> u64 {
    let mut value = [0; 8];
    for (to, from) in value.iter_mut().zip(bytes(input)) {
        *to = from;
    }
    u64::from_le_bytes(value)
}

/// A C string ends where it does.
fn until_zero(mut text: Vec<u8>) -> Vec<u8> {
    let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    text.truncate(end);
    text
}

/// Whether an input is this object, or a byte of it: `argv[1]` and `argv[1][0]`.
fn is_part_of(name: &str, object: &str) -> bool {
    name.strip_prefix(object)
        .is_some_and(|rest| rest.is_empty() || (rest.starts_with('[') && rest.ends_with(']')))
}

fn symbolic_arguments(inputs: &[Input]) -> Vec<Vec<u8>> {
    let mut arguments: Vec<(String, Vec<u8>)> = Vec::new();
    for input in inputs {
        let name = base_name(input);
        let Some(end) = name.strip_prefix("argv[").and_then(|rest| rest.find(']')) else {
            continue;
        };
        let object = &name[..("argv[".len() + end + 1)];
        if arguments.last().is_none_or(|(last, _)| last != object) {
            arguments.push((object.to_owned(), Vec::new()));
        }
        if let Some((_, text)) = arguments.last_mut() {
            text.extend(bytes(input));
        }
    }
    arguments.into_iter().map(|(_, text)| until_zero(text)).collect()
}

/// `HOME is set` is followed by the text of the variable.
fn environment(inputs: &[Input]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut variables = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let Some(variable) = base_name(input).strip_suffix(" is set") else { continue };
        if number(input) & 1 == 0 {
            continue;
        }
        let text = inputs[index + 1..].iter();
        let text = text.take_while(|input| is_part_of(base_name(input), variable));
        variables.push((variable.as_bytes().to_vec(), until_zero(text.flat_map(bytes).collect())));
    }
    variables
}

/// `file NAME exists` is followed by `file NAME size` and the bytes of `file NAME`, of which that many count.
fn files(inputs: &[Input]) -> Vec<(Vec<u8>, Option<Vec<u8>>)> {
    let mut files = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let Some(file) = base_name(input).strip_suffix(" exists") else { continue };
        let Some(name) = file.strip_prefix("file ") else { continue };
        let rest = &inputs[index + 1..];
        let is_size = |input: &&Input| base_name(input).strip_suffix(" size") == Some(file);
        let size = rest.iter().find(is_size).map_or(0, number) as usize;
        let bytes = rest.iter().filter(|input| is_part_of(base_name(input), file)).flat_map(bytes);
        let content = (number(input) & 1 == 1).then(|| bytes.take(size).collect());
        files.push((name.as_bytes().to_vec(), content));
    }
    files
}

fn standard_input(inputs: &[Input]) -> Vec<u8> {
    let mut text: Vec<u8> = Vec::new();
    let mut after_number = false;
    // Bytes that `read` still has to get.
    let mut block = 0;
    for input in inputs {
        let (name, value) = (base_name(input), number(input));
        match name {
            "read" => block = value,
            "stdin" if block > 0 => {
                let taken = bytes(input);
                block = block.saturating_sub(taken.len() as u64);
                text.extend(taken);
            }
            "stdin" if value == EOF => break,
            "stdin" => {
                let character = value.to_le_bytes()[0];
                // The model skipped white space here, or it would be a part of the number.
                if after_number && character.is_ascii_digit() {
                    text.push(b' ');
                }
                text.push(character);
                after_number = false;
            }
            "scanf_outcome" if value == AT_END => break,
            // `scanf` takes the sign, and whatever follows is not a part of the number.
            "scanf_outcome" if value == MISMATCH => {
                text.extend(b" -");
                after_number = true;
            }
            "scanf" | "scanf_unsigned" | "scanf_hex" | "scanf_octal" | "scanf_float" => {
                text.push(b' ');
                text.extend(number_text(name, input).into_bytes());
                after_number = true;
            }
            _ if name.starts_with("stdin[") => {
                block = block.saturating_sub(1);
                text.extend(bytes(input));
            }
            _ => {}
        }
    }
    text
}

/// A number as `scanf` reads it with the conversion the model read it with.
fn number_text(name: &str, input: &Input) -> String {
    let (value, size) = (number(input), bytes(input).len());
    match (name, size) {
        ("scanf_hex", _) => format!("{value:x}"),
        ("scanf_octal", _) => format!("{value:o}"),
        ("scanf_float", 4) => float_text(f64::from(f32::from_bits(value as u32))),
        ("scanf_float", _) => float_text(f64::from_bits(value)),
        ("scanf_unsigned", _) => value.to_string(),
        (_, 4) => (value as u32 as i32).to_string(),
        _ => (value as i64).to_string(),
    }
}

fn float_text(value: f64) -> String {
    if value.is_nan() { "nan".to_owned() } else { format!("{value:e}") }
}

#[cfg(test)]
mod tests {
    use raddle_findings::Input;

    use super::Surroundings;

    fn surroundings(inputs: &[(&str, &str)]) -> Surroundings {
        let input = |(name, bits): &(&str, &str)| Input {
            name: (*name).to_owned(),
            ty: String::new(),
            value: String::new(),
            bits: (*bits).to_owned(),
            hidden: false,
            location: None,
        };
        Surroundings::new(&inputs.iter().map(input).collect::<Vec<_>>(), &["-v".to_owned()])
    }

    #[test]
    fn text_is_written_from_characters_and_numbers() {
        let stdin = |inputs: &[(&str, &str)]| {
            String::from_utf8(surroundings(inputs).stdin).expect("these are characters")
        };
        let character = ("stdin#0", "61000000");
        assert_eq!(stdin(&[character, ("stdin#1", "ffffffff"), character]), "a");
        let outcome = ("scanf_outcome#0", "00000000");
        let number = ("scanf#1", "f9ffffff");
        assert_eq!(stdin(&[outcome, number, ("stdin#2", "2c000000"), outcome, number]), " -7, -7");
        assert_eq!(stdin(&[outcome, number, ("stdin#2", "35000000")]), " -7 5");
        assert_eq!(stdin(&[outcome, ("scanf_hex#1", "ff000000")]), " ff");
        assert_eq!(stdin(&[outcome, ("scanf_unsigned#1", "ffffffff")]), " 4294967295");
        assert_eq!(stdin(&[outcome, ("scanf_float#1", "0000803f")]), " 1e0");
        assert_eq!(stdin(&[("scanf_outcome#0", "01000000")]), " -");
        assert_eq!(stdin(&[("scanf_outcome#0", "01000000"), character]), " -a");
        assert_eq!(stdin(&[("scanf_outcome#0", "02000000"), character]), "");
        assert_eq!(stdin(&[("read#0", "0200000000000000"), ("stdin#1", "6162")]), "ab");
        let three = [("read#0", "0300000000000000"), ("stdin[0]#1", "61"), ("stdin[1]#1", "62")];
        assert_eq!(stdin(&three), "ab");
    }

    #[test]
    fn arguments_and_environment_are_put_together() {
        let found = surroundings(&[
            ("argv[1][0]#0", "61"),
            ("argv[1][1]#0", "00"),
            ("argv[1][2]#0", "62"),
            ("argv[2]#1", "6364000000000000"),
            ("HOME is set#2", "01"),
            ("HOME[0]#3", "2f"),
            ("HOME[1]#3", "00"),
            ("LANG is set#4", "00"),
            ("LANG[0]#5", "43"),
        ]);
        assert_eq!(found.arguments, [b"-v".to_vec(), b"a".to_vec(), b"cd".to_vec()]);
        assert_eq!(found.environment, [(b"HOME".to_vec(), b"/".to_vec())]);
    }

    #[test]
    fn files_hold_as_many_bytes_as_they_have() {
        let found = surroundings(&[
            ("file a b exists#0", "01000000"),
            ("file a b size#1", "02000000"),
            ("file a b#2", "61626364"),
            ("file c exists#3", "00000000"),
            ("file d exists#4", "01000000"),
            ("file d size#5", "01000000"),
            ("file d[0]#6", "78"),
            ("file d[1]#6", "79"),
        ]);
        let expected = [
            (b"a b".to_vec(), Some(b"ab".to_vec())),
            (b"c".to_vec(), None),
            (b"d".to_vec(), Some(b"x".to_vec())),
        ];
        assert_eq!(found.files, expected);
    }
}
