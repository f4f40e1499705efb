//! Programs that processes of `raddle worker` have fetched, for those that come after them: a program travels once to each machine, and not once for each property.
//!
//! They lie in a directory of the process that started the others, which nobody else can read, under the hash of their text; what does not fit its name is not used.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use raddle_pool::Hash;

/// Programs that are kept.
const MOST_KEPT: usize = 8;

/// A directory for them. Without one, everything is fetched each time.
pub(crate) fn create() -> Option<PathBuf> {
    let path = std::env::temp_dir().join(format!("raddle-{}-programs", std::process::id()));
    // A process of this number may have been killed.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::DirBuilder::new().mode(0o700).create(&path).ok()?;
    Some(path)
}

pub(crate) fn get(directory: Option<&Path>, hash: Hash) -> Option<Vec<u8>> {
    let text = std::fs::read(directory?.join(hash.to_string())).ok()?;
    (Hash::of(&text) == hash).then_some(text)
}

pub(crate) fn put(directory: Option<&Path>, hash: Hash, text: &[u8]) {
    let Some(directory) = directory else { return };
    let (name, process) = (hash.to_string(), std::process::id());
    let unfinished = directory.join(format!("{process}.new"));
    // It is of use, but not needed.
    let _ = std::fs::write(&unfinished, text)
        .and_then(|()| std::fs::rename(&unfinished, directory.join(name)));
    forget_oldest(directory);
}

fn forget_oldest(directory: &Path) {
    let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut files: Vec<_> = files
        .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
        .collect();
    files.sort();
    let surplus = files.len().saturating_sub(MOST_KEPT);
    for (_, path) in files.into_iter().take(surplus) {
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use raddle_pool::Hash;

    use super::{MOST_KEPT, create, get, put};

    #[test]
    fn programs_come_back_and_damage_is_noticed() {
        let directory = create().expect("it can be made");
        let place = Some(directory.as_path());
        let texts: Vec<Vec<u8>> = (0..MOST_KEPT as u8 + 3).map(|number| vec![number; 9]).collect();
        for text in &texts {
            put(place, Hash::of(text), text);
            assert_eq!(get(place, Hash::of(text)).as_ref(), Some(text));
        }
        let kept = std::fs::read_dir(&directory).expect("it is there").count();
        assert_eq!(kept, MOST_KEPT);
        let last = Hash::of(texts.last().expect("there are some"));
        std::fs::write(directory.join(last.to_string()), b"damaged").expect("it can be written");
        assert_eq!(get(place, last), None);
        assert_eq!(get(None, last), None);
        std::fs::remove_dir_all(directory).expect("it is ours");
    }
}
