//! Damages a text the way editors, disks and version skew do: for readers that must answer anything with a message.

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

/// One to eight random changes.
pub fn mutate(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
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

fn change(lines: &mut Vec<String>, random: &mut Random) {
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
    use super::mutate;
    use crate::random::Random;

    #[test]
    fn any_text_can_be_damaged() {
        let mut random = Random::new(3);
        for text in ["", "one", "%1 = add i32 %0, 17\nret i32 %1\n", "é 12 é\n"] {
            for _ in 0..500 {
                mutate(text, &mut random);
            }
        }
    }
}
