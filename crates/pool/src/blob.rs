//! Contents that are known by their hash, and packed for the way.

use std::fmt;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use sha2::{Digest, Sha256};

/// How hard contents are packed: text becomes a tenth, at a few dozen megabytes in a second.
const LEVEL: u8 = 3;
/// No content is longer.
const MOST_CONTENT: usize = 1 << 30;

/// The hash (SHA-256) of a content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    pub fn of(content: &[u8]) -> Hash {
        Hash(Sha256::digest(content).into())
    }

    /// What [`Display`](fmt::Display) prints, read back.
    pub fn from_text(text: &str) -> Option<Hash> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Hash(bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A content, packed.
#[derive(Clone, Debug)]
pub struct Blob {
    pub hash: Hash,
    pub packed: Vec<u8>,
}

impl Blob {
    pub fn of(content: &[u8]) -> Blob {
        Blob { hash: Hash::of(content), packed: compress_to_vec(content, LEVEL) }
    }
}

/// The content with this hash; `None` if it is another one or too long.
pub(crate) fn unpacked(hash: Hash, packed: &[u8]) -> Option<Vec<u8>> {
    let content = decompress_to_vec_with_limit(packed, MOST_CONTENT).ok()?;
    (Hash::of(&content) == hash).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::{Blob, Hash, unpacked};

    #[test]
    fn contents_come_back_and_damage_is_noticed() {
        let content = "fn0 \"main\" () -> ()\n".repeat(1000);
        let blob = Blob::of(content.as_bytes());
        assert!(blob.packed.len() * 10 < content.len());
        assert_eq!(unpacked(blob.hash, &blob.packed).as_deref(), Some(content.as_bytes()));
        assert_eq!(unpacked(Hash::of(b"another"), &blob.packed), None);
        for at in 0..blob.packed.len() {
            let mut damaged = blob.packed.clone();
            damaged[at] ^= 0x41;
            let came = unpacked(blob.hash, &damaged);
            assert!(came.is_none_or(|came| came == content.as_bytes()), "byte {at}");
        }
        assert_eq!(Hash::from_text(&blob.hash.to_string()), Some(blob.hash));
        assert_eq!(Hash::from_text("12"), None);
    }
}
