//! Vectors, strings, maps, iterators, formatting, options and results.
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(i64),
    Word(String),
    End,
}

fn tokens(text: &str) -> Result<Vec<Token>, std::num::ParseIntError> {
    let mut found = Vec::new();
    for part in text.split_whitespace() {
        if part.starts_with(|c: char| c.is_ascii_digit()) {
            found.push(Token::Number(part.parse()?));
        } else {
            found.push(Token::Word(part.to_owned()));
        }
    }
    found.push(Token::End);
    Ok(found)
}

fn main() {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut sums = BTreeMap::new();
    for token in tokens("3 apples and 4 pears").unwrap_or_default() {
        match &token {
            Token::Number(n) => *sums.entry(n % 2).or_insert(0) += n,
            Token::Word(w) => *counts.entry(w.clone()).or_default() += 1,
            Token::End => println!("{token:?}"),
        }
    }
    let total: i64 = sums.values().sum();
    assert!(total == 7 && counts.len() == 3, "{sums:?}");
}
