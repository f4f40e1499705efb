//! Damages a text the way editors, disks and version skew do: for readers that must answer anything with a message.
//!
//! Half of the changes know what LLVM IR looks like, so that many damaged files can still be read and are executed: other
//! types, operations, callees, operands and metadata, calls with fewer or more arguments, instructions that are gone, labels twice.

use crate::random::Random;

/// Numbers that readers forget about.
const ODD_NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2147483648",
    "18446744073709551616",
    "4294967295",
    "99999999999999999999999",
];

/// One to eight random changes; or few that leave the file readable more often.
pub fn mutate(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if random.chance(60) && !lines.is_empty() {
        for _ in 0..1 + random.below(3) {
            change_ir(&mut lines, random);
            if lines.is_empty() {
                break;
            }
        }
        return lines.join("\n");
    }
    for _ in 0..1 + random.below(8) {
        if lines.is_empty() {
            break;
        }
        change(&mut lines, random);
    }
    let mut result = lines.join("\n");
    if random.chance(15) {
        truncate(&mut result, random);
    }
    result
}

/// The same for texts that are no LLVM IR, and that may be one long line: a word, a number or a mark at a time.
pub fn mutate_plain(text: &str, random: &mut Random) -> String {
    let ends_piece = |character: char| "\n,:{}[]() \t".contains(character);
    let mut pieces: Vec<String> = text.split_inclusive(ends_piece).map(str::to_owned).collect();
    for _ in 0..1 + random.below(4) {
        if pieces.is_empty() {
            break;
        }
        change_text(&mut pieces, random);
    }
    let mut result = pieces.concat();
    if random.chance(10) {
        truncate(&mut result, random);
    }
    result
}

/// Types of all kinds and widths.
const TYPES: &[&str] = &[
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "i33",
    "ptr",
    "float",
    "double",
    "x86_fp80",
    "half",
    "void",
    "[4 x i32]",
    "[0 x i8]",
    "{ i32, i64 }",
    "{ double, i8 }",
    "<4 x i32>",
];

/// Words that can stand for each other without making a file unreadable.
const ALIKE: &[&[&str]] = &[
    TYPES,
    &[
        "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr",
        "ashr",
    ],
    &["fadd", "fsub", "fmul", "fdiv", "frem"],
    &["zext", "sext", "trunc", "bitcast", "ptrtoint", "inttoptr", "fptosi", "sitofp", "fpext"],
    &["eq", "ne", "slt", "sgt", "ule", "uge", "oeq", "une", "ord"],
    &["nsw", "nuw", "exact", "inbounds", "volatile", "atomic"],
    &["monotonic", "acquire", "release", "acq_rel", "seq_cst", "unordered"],
    &["true", "false", "null", "undef", "poison", "zeroinitializer", "0", "-1"],
    &["external", "internal", "private", "linkonce_odr", "weak", "common", "extern_weak"],
    &["noundef", "zeroext", "signext", "byval(i64)", "sret(i64)", "nonnull", "noalias"],
    &["define", "declare"],
    &["global", "constant"],
    &["call", "tail call"],
];

fn change(lines: &mut Vec<String>, random: &mut Random) {
    if random.chance(50) {
        change_ir(lines, random);
    } else {
        change_text(lines, random);
    }
}

/// A change that leaves the form of the file alone.
fn change_ir(lines: &mut Vec<String>, random: &mut Random) {
    let at = random.below(lines.len());
    let other = random.below(lines.len());
    match random.below(8) {
        0..=2 => lines[at] = replace_alike(&lines[at], random),
        3 => lines[at] = replace_name(&lines[at], &lines[other], '@', random),
        4 => lines[at] = replace_name(&lines[at], &lines[other], '%', random),
        5 => lines[at] = replace_name(&lines[at], &lines[other], '!', random),
        6 => lines[at] = change_list(&lines[at], random),
        _ => delete_or_repeat(lines, at, random),
    }
}

/// Replaces a word by one of the same family.
fn replace_alike(line: &str, random: &mut Random) -> String {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut found: Vec<(usize, usize, &[&str])> = Vec::new();
    for family in ALIKE {
        for word in *family {
            for (start, _) in line.match_indices(word) {
                let end = start + word.len();
                let alone = !line[..start].ends_with(|c: char| is_word(c) || "%@!.".contains(c))
                    && !line[end..].starts_with(is_word);
                if alone {
                    found.push((start, end, family));
                }
            }
        }
    }
    if found.is_empty() {
        return line.to_owned();
    }
    let (start, end, family) = *random.pick(&found);
    format!("{}{}{}", &line[..start], random.pick(family), &line[end..])
}

/// Names with this first character, as ranges of the line.
fn names(line: &str, first: char) -> Vec<(usize, usize)> {
    let is_name = |character: char| character.is_alphanumeric() || "._-$".contains(character);
    let starts = line.match_indices(first).map(|(start, _)| start);
    let ends = starts.map(|start| {
        let rest = &line[start + first.len_utf8()..];
        let length = rest.find(|character| !is_name(character)).unwrap_or(rest.len());
        (start, start + first.len_utf8() + length)
    });
    ends.filter(|(start, end)| end - start > 1).collect()
}

/// Replaces a name by one of another line.
fn replace_name(line: &str, source: &str, first: char, random: &mut Random) -> String {
    let (own, others) = (names(line, first), names(source, first));
    if own.is_empty() || others.is_empty() {
        return replace_alike(line, random);
    }
    let ((start, end), (from, to)) = (*random.pick(&own), *random.pick(&others));
    format!("{}{}{}", &line[..start], &source[from..to], &line[end..])
}

/// Leaves out, repeats or swaps parts between commas: arguments, members, elements.
fn change_list(line: &str, random: &mut Random) -> String {
    let (Some(open), Some(close)) = (line.find('('), line.rfind(')')) else {
        return replace_alike(line, random);
    };
    if close < open {
        return replace_alike(line, random);
    }
    let mut parts: Vec<&str> = line[open + 1..close].split(", ").collect();
    let (at, other) = (random.below(parts.len()), random.below(parts.len()));
    match random.below(3) {
        0 => {
            parts.remove(at);
        }
        1 => parts.insert(at, parts[other]),
        _ => parts.swap(at, other),
    }
    format!("{}{}{}", &line[..=open], parts.join(", "), &line[close..])
}

/// Takes out an instruction, or repeats a line, which may be a label.
fn delete_or_repeat(lines: &mut Vec<String>, at: usize, random: &mut Random) {
    let is_inside = |line: &String| line.starts_with("  ") || line.ends_with(':');
    let place = (at..lines.len()).find(|&index| is_inside(&lines[index])).unwrap_or(at);
    if random.chance(50) {
        lines.remove(place);
    } else {
        lines.insert(place, lines[place].clone());
    }
}

fn change_text(lines: &mut Vec<String>, random: &mut Random) {
    let at = random.below(lines.len());
    let other = random.below(lines.len());
    match random.below(9) {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.swap(at, other),
        3 => lines[at] = swap_words(&lines[at], random),
        4 => lines[at] = replace_word(&lines[at], &lines[other], random),
        5 | 6 => lines[at] = replace_number(&lines[at], random),
        7 => truncate(&mut lines[at], random),
        _ => lines[at] = replace_character(&lines[at], random),
    }
}

/// Cuts at a random character.
fn truncate(text: &mut String, random: &mut Random) {
    let characters = text.chars().count();
    let keep = random.below(characters + 1);
    *text = text.chars().take(keep).collect();
}

fn swap_words(line: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let (first, second) = (random.below(words.len()), random.below(words.len()));
    words.swap(first, second);
    words.join(" ")
}

fn replace_word(line: &str, source: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let sources: Vec<&str> = source.split(' ').collect();
    let at = random.below(words.len());
    words[at] = *random.pick(&sources);
    words.join(" ")
}

/// Replaces one run of digits.
fn replace_number(line: &str, random: &mut Random) -> String {
    let is_digit = |character: char| character.is_ascii_digit();
    let starts: Vec<usize> = line
        .match_indices(is_digit)
        .map(|(position, _)| position)
        .filter(|position| !line[..*position].ends_with(is_digit))
        .collect();
    if starts.is_empty() {
        return replace_character(line, random);
    }
    let start = *random.pick(&starts);
    let length = line[start..].find(|character| !is_digit(character)).unwrap_or(line.len() - start);
    format!("{}{}{}", &line[..start], random.pick(ODD_NUMBERS), &line[start + length..])
}

fn replace_character(line: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = line.chars().collect();
    if characters.is_empty() {
        return "}".to_owned();
    }
    let at = random.below(characters.len());
    characters[at] = *random
        .pick(&['(', ')', '{', '}', '[', ']', '"', '%', '@', '!', ',', '*', '\u{1}', 'é', '0']);
    characters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{mutate, mutate_plain};
    use crate::random::Random;

    #[test]
    fn any_text_can_be_damaged() {
        let mut random = Random::new(3);
        for text in ["", "one", "%1 = add i32 %0, 17\nret i32 %1\n", "é 12 é\n"] {
            for _ in 0..500 {
                mutate(text, &mut random);
                mutate_plain(text, &mut random);
            }
        }
    }
}
