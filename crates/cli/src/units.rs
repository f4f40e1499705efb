//! Values of flags that carry a unit.

use std::time::Duration;

/// Longest symbolic argument when only their number is given.
const DEFAULT_ARGUMENT_LENGTH: u32 = 8;
/// Bytes of arguments and environment that Linux gives a process at most.
const MOST_ENVIRONMENT: u64 = 2 << 20;

/// `10`, `10s`, `250ms`, `5m`, `1h`.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_number(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a time such as 30s, 250ms, 5m or 1h".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "expected a time such as 30s".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}

/// `1000`, `64K`, `500M`, `4G`.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split_number(text);
    let shift = match unit.trim_end_matches(['i', 'B']) {
        "" => 0,
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        "t" | "T" => 40,
        _ => return Err("expected a size such as 500M or 4G".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "expected a size such as 500M".to_owned())?;
    let bytes = number * (1_u64 << shift) as f64;
    if bytes < 1.0 || bytes >= u64::MAX as f64 {
        return Err("the size is out of range".to_owned());
    }
    Ok(bytes as u64)
}

/// Workers at once.
pub(crate) fn parse_jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=256) => Ok(jobs),
        _ => Err("expected a number from 1 to 256".to_owned()),
    }
}

/// `2` or `2,16`.
pub(crate) fn parse_symbolic_args(text: &str) -> Result<(u32, u32), String> {
    let (count, length) = text.split_once(',').unwrap_or((text, ""));
    let number = |text: &str| {
        text.trim().parse::<u32>().map_err(|_| "expected N or N,LEN, such as 2,8".to_owned())
    };
    let length = if length.is_empty() { DEFAULT_ARGUMENT_LENGTH } else { number(length)? };
    let count = number(count)?;
    if u64::from(count) * (u64::from(length) + 1) > MOST_ENVIRONMENT {
        return Err(format!(
            "no system hands over more than {MOST_ENVIRONMENT} bytes of arguments"
        ));
    }
    Ok((count, length))
}

/// The length of an environment variable.
pub(crate) fn parse_environment_length(text: &str) -> Result<u32, String> {
    let length = text.parse::<u32>().map_err(|_| "expected a number, such as 8".to_owned())?;
    match u64::from(length) <= MOST_ENVIRONMENT {
        true => Ok(length),
        false => Err(format!("no environment has more than {MOST_ENVIRONMENT} bytes")),
    }
}

fn split_number(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| !character.is_ascii_digit() && character != '.');
    text.split_at(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{parse_bytes, parse_duration, parse_symbolic_args};

    #[test]
    fn times() {
        assert_eq!(parse_duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        for wrong in ["", "s", "-1", "1d", "1.2.3", "99999999999999999999h"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("1000"), Ok(1000));
        assert_eq!(parse_bytes("2K"), Ok(2048));
        assert_eq!(parse_bytes("1.5GiB"), Ok(3 << 29));
        for wrong in ["", "0", "M", "1X", "99999999T"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn symbolic_arguments() {
        assert_eq!(parse_symbolic_args("2"), Ok((2, 8)));
        assert_eq!(parse_symbolic_args("2,16"), Ok((2, 16)));
        assert!(parse_symbolic_args("two").is_err());
        assert!(parse_symbolic_args("4294967295,4294967295").is_err());
    }
}
