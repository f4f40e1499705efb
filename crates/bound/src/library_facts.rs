//! What bounds have to know of library functions: which memory they write, and what their results have to do with their arguments.
//! How calls of them are executed is in `library.rs`.

use raddle_library::{Deed, Effect, Memory, find};

/// Functions whose result is the length of something that ends before the end of what their first argument points to.
pub(crate) const LENGTHS: &[&str] = &["strlen", "strspn", "strcspn"];
/// The same for what need not end there.
pub(crate) const LIMITED_LENGTHS: &[&str] = &["strnlen"];
/// Functions that return their first argument.
pub(crate) const RETURN_FIRST: &[&str] =
    &["memcpy", "memmove", "memset", "strcpy", "strcat", "strncpy", "strncat"];
pub(crate) const ERRNO: &[&str] = &["__errno_location", "__error", "__errno"];
pub(crate) const COPIES: &[&str] = &["strdup", "strndup"];

/// What a library function does to memory, if that is all it does.
pub(crate) fn effects(name: &str) -> Option<&'static [Effect]> {
    let row = find(name).filter(|row| matches!(row.threads.deed, Deed::Plain | Deed::Sleep))?;
    let Memory::Does(effects) = row.memory else { return None };
    let calls = |effect: &Effect| {
        matches!(effect, Effect::Starts { .. } | Effect::Calls { .. } | Effect::CallsAtEnd { .. })
    };
    (!effects.iter().any(calls)).then_some(effects)
}

/// The parameters through which memory is written.
pub(crate) fn written(effects: &'static [Effect]) -> impl Iterator<Item = usize> {
    effects.iter().filter_map(|effect| match *effect {
        Effect::Writes(to)
        | Effect::Copies { to, .. }
        | Effect::StoresFresh { to }
        | Effect::StoresInto { to, .. }
        | Effect::Stores { to, .. }
        | Effect::StoresKept { to } => Some(to),
        Effect::ReturnsFresh
        | Effect::ReturnsFilled
        | Effect::ReturnsInto(_)
        | Effect::ReturnsLibrary
        | Effect::ReturnsKept
        | Effect::Reads(_)
        | Effect::ReadsFrom(_)
        | Effect::CopiesToFresh { .. }
        | Effect::Loads { .. }
        | Effect::Keeps(_)
        | Effect::Starts { .. }
        | Effect::Calls { .. }
        | Effect::CallsAtEnd { .. } => None,
    })
}

/// The parameters that the result points into, if it points to nothing else of the program.
pub(crate) fn returned_into(name: &str) -> Option<impl Iterator<Item = usize>> {
    let effects = effects(name)?;
    let hands_on = |effect: &Effect| {
        matches!(effect, Effect::ReturnsKept | Effect::Loads { .. })
            || allocates(effect)
            || *effect == Effect::ReturnsLibrary && !ERRNO.contains(&name)
    };
    let into = effects.iter().filter_map(|effect| match *effect {
        Effect::ReturnsInto(parameter) => Some(parameter),
        _ => None,
    });
    (!effects.iter().any(hands_on)).then_some(into)
}

/// Whether the result of a function depends on what its first argument points to.
pub(crate) fn looks_at_first(name: &str) -> bool {
    [LENGTHS, LIMITED_LENGTHS, RETURN_FIRST, COPIES].iter().any(|names| names.contains(&name))
        || returned_into(name).is_some_and(|mut into| into.any(|parameter| parameter == 0))
}

pub(crate) fn allocates(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::ReturnsFresh
            | Effect::ReturnsFilled
            | Effect::StoresFresh { .. }
            | Effect::CopiesToFresh { .. }
    )
}
