//! How much memory is in use, and how much there is.

use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of memory the process occupies now; 0 where the system does not say.
pub fn resident_bytes() -> u64 {
    status_field("VmRSS:")
}

/// The most it has ever occupied.
pub fn peak_bytes() -> u64 {
    status_field("VmHWM:")
}

fn status_field(field: &str) -> u64 {
    fs::read_to_string("/proc/self/status").map_or(0, |text| kilobytes(&text, field).unwrap_or(0))
}

/// A line such as `VmRSS:   1234 kB`, in bytes.
fn kilobytes(text: &str, field: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// Bytes of memory that this process may use at most: what the machine has, or less if its control group (a container) allows less.
/// `None` where the system does not say.
pub fn machine_memory() -> Option<u64> {
    let whole = fs::read_to_string("/proc/meminfo").ok();
    let whole = whole.and_then(|text| kilobytes(&text, "MemTotal:"));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = limit_files(&groups, Path::new("/sys/fs/cgroup"));
    let limits = limits.iter().filter_map(|file| fs::read_to_string(file).ok());
    whole.into_iter().chain(limits.filter_map(|text| text.trim().parse().ok())).min()
}

/// Files that may have a limit of the control groups in `/proc/self/cgroup`, and of the groups that they are in.
fn limit_files(groups: &str, root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else { continue };
        // Version 2 has one hierarchy for everything, version 1 has one for memory.
        let (top, name) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|one| one == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let own = top.join(group.trim_start_matches('/'));
        let within = own.ancestors().take_while(|directory| directory.starts_with(&top));
        files.extend(within.map(|directory| directory.join(name)));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_lines() {
        let text = "Name:\tx\nVmHWM:\t  200 kB\nVmRSS:\t  100 kB\n";
        assert_eq!(kilobytes(text, "VmRSS:"), Some(100 * 1024));
        assert_eq!(kilobytes(text, "VmSwap:"), None);
    }

    #[test]
    fn limits_of_both_versions_of_control_groups_are_looked_for() {
        let names = |groups: &str| -> Vec<String> {
            let files = limit_files(groups, Path::new("/cg"));
            files.iter().map(|file| file.display().to_string()).collect()
        };
        assert_eq!(
            names("0::/a/b\n"),
            ["/cg/a/b/memory.max", "/cg/a/memory.max", "/cg/memory.max"]
        );
        let old = "5:cpu,cpuacct:/x\n4:memory:/x\n";
        assert_eq!(
            names(old),
            ["/cg/memory/x/memory.limit_in_bytes", "/cg/memory/memory.limit_in_bytes"]
        );
    }
}
