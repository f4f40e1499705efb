//! What somebody probably meant.

/// The name that takes the fewest changes of letters to get from a word, if those are few.
pub(crate) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase().replace('_', "-");
    let most = (word.chars().count() / 3).max(1);
    let near = names.map(|name| (distance(&word, &name.to_lowercase()), name));
    near.filter(|(changes, _)| *changes <= most)
        .min_by_key(|(changes, _)| *changes)
        .map(|(_, name)| name)
}

/// How many letters have to be inserted, removed, replaced or swapped with the next one.
fn distance(one: &str, two: &str) -> usize {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=two.len()).collect();
    for (row, a) in one.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, b) in two.iter().enumerate() {
            let mut least = (above[column] + usize::from(a != b))
                .min(above[column + 1] + 1)
                .min(line[column] + 1);
            if row > 0 && column > 0 && *a == two[column - 1] && one[row - 1] == *b {
                least = least.min(before[column - 1] + 1);
            }
            line.push(least);
        }
        before = std::mem::replace(&mut above, line);
    }
    above[two.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn typing_errors_are_few_changes() {
        assert_eq!(distance("unwind", "unwind"), 0);
        assert_eq!(distance("unwidn", "unwind"), 1);
        assert_eq!(distance("proprty", "property"), 1);
        assert_eq!(distance("", "abc"), 3);
        let names = || ["property", "unwind", "malloc-may-fail", "time"].into_iter();
        assert_eq!(nearest("propertys", names()), Some("property"));
        assert_eq!(nearest("malloc_may_fail", names()), Some("malloc-may-fail"));
        assert_eq!(nearest("tiem", names()), Some("time"));
        assert_eq!(nearest("speed", names()), None);
    }
}
