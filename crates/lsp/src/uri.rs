//! Paths of files as URIs and back. Clients differ in what they escape, so documents are known by their paths.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// The file that a URI names; `None` for buffers that have no file, and for what is no URI at all.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let bytes = decoded(&rest.as_bytes()[..end])?;
    (!bytes.contains(&0)).then(|| PathBuf::from(OsString::from_vec(bytes)))
}

pub(crate) fn uri_of(path: &Path) -> Uri {
    let mut text = String::from("file://");
    for &byte in path.as_os_str().as_encoded_bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        if is_plain {
            text.push(byte.into());
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    Uri(text)
}

fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, behind)) = rest.split_first() {
        if first != b'%' {
            bytes.push(first);
            rest = behind;
            continue;
        }
        let digits = std::str::from_utf8(behind.get(..2)?).ok()?;
        let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        bytes.push(u8::from_str_radix(digits, 16).ok().filter(|_| is_plain)?);
        rest = &behind[2..];
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use lsp_types::Uri;

    use super::{path_of, uri_of};

    #[test]
    fn paths_survive() {
        for path in ["/a/b.c", "/with space/ü%25#?.c", "/a:b/c@d.c"] {
            assert_eq!(path_of(&uri_of(Path::new(path))), Some(PathBuf::from(path)));
        }
        assert_eq!(uri_of(Path::new("/a b.c")).0, "file:///a%20b.c");
    }

    #[test]
    fn other_spellings_are_read() {
        let path = |text: &str| path_of(&Uri(text.to_owned()));
        assert_eq!(path("file:///c%3A/x.c"), Some(PathBuf::from("/c:/x.c")));
        assert_eq!(path("file://localhost/x.c#L3"), Some(PathBuf::from("/x.c")));
        for wrong in [
            "",
            "x.c",
            "untitled:Untitled-1",
            "file:",
            "file://host/x.c",
            "file:///%",
            "file:///%4",
            "file:///%+1",
            "file:///%00",
        ] {
            assert_eq!(path(wrong), None, "{wrong}");
        }
    }
}
