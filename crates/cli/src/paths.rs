//! Debug information names files by their full path; people and scripts want the names they gave.

use std::path::Path;

use raddle_findings::Report;

/// Files below the current directory are named relative to it.
pub(crate) fn shorten(report: &mut Report) {
    if let Ok(directory) = std::env::current_dir() {
        report.rename_files(|file| relative(file, &directory));
    }
}

/// The name of a file as it is shown.
pub(crate) fn shown(file: &str) -> String {
    let directory = std::env::current_dir().ok();
    let short = directory.and_then(|directory| relative(file, &directory));
    short.unwrap_or_else(|| file.to_owned())
}

fn relative(file: &str, directory: &Path) -> Option<String> {
    let rest = Path::new(file).strip_prefix(directory).ok()?;
    Some(rest.display().to_string())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::relative;

    #[test]
    fn only_files_below_are_shortened() {
        let directory = Path::new("/here");
        assert_eq!(relative("/here/src/a.c", directory).as_deref(), Some("src/a.c"));
        assert_eq!(relative("/usr/include/a.h", directory), None);
        assert_eq!(relative("a.c", directory), None);
    }
}
