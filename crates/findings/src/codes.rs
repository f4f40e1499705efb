//! Every code Raddle can print, in one table: findings (`R…`), warnings (`W…`), reasons for *unknown* (`U…`) and assumptions (`A…`).
//!
//! The engine names a code by its enum variant, the report prints it, `raddle explain` shows the long text, and the
//! corpus annotates lines with its `kind`. Adding a code is one entry in one of the lists under `codes/`;
//! codes are never reused. The first two digits group related codes.

/// What is known of one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// `R0101`, `W0101`, `U0201`, `A0101`, ….
    pub code: &'static str,
    /// A stable name in words, `use-after-free`; used in JSON and in corpus annotations.
    pub kind: &'static str,
    /// The property a finding violates, or that would decide a warning (`assert`, `memory`, `memory:leak`, `overflow`, `race`, `deadlock`); empty
    /// for reasons and assumptions.
    pub property: &'static str,
    /// A short noun phrase.
    pub title: &'static str,
    /// One line on what to do next, printed after `help:`.
    pub help: &'static str,
    /// What it means, an example, and what to do.
    pub explanation: &'static str,
}

/// Turns a list of codes into an enum whose variants know their table entry.
macro_rules! code_list {
    (
        $(#[$attribute:meta])*
        $name:ident
        $(
            $variant:ident = $code:literal, $kind:literal, $property:literal, $title:literal,
            help: $help:literal,
            $explanation:literal;
        )+
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( #[doc = concat!("`", $code, "`: ", $title, ".")] $variant, )+
        }

        impl $name {
            /// All of them, in the order of their codes.
            pub const ALL: &'static [$name] = &[$( $name::$variant ),+];

            pub const fn info(self) -> &'static $crate::codes::CodeInfo {
                match self {
                    $( $name::$variant => &$crate::codes::CodeInfo {
                        code: $code,
                        kind: $kind,
                        property: $property,
                        title: $title,
                        help: $help,
                        explanation: $explanation,
                    }, )+
                }
            }

            pub const fn code(self) -> &'static str {
                self.info().code
            }

            pub const fn kind(self) -> &'static str {
                self.info().kind
            }

            pub const fn property(self) -> &'static str {
                self.info().property
            }

            pub const fn title(self) -> &'static str {
                self.info().title
            }
        }
    };
}

mod assumptions;
mod findings;
mod reasons;
mod warnings;

pub use assumptions::AssumptionKind;
pub use findings::FindingKind;
pub use reasons::ReasonKind;
pub use warnings::WarningKind;

/// Every code, in printing order.
pub fn all() -> impl Iterator<Item = &'static CodeInfo> {
    let findings = FindingKind::ALL.iter().map(|kind| kind.info());
    let warnings = WarningKind::ALL.iter().map(|kind| kind.info());
    let reasons = ReasonKind::ALL.iter().map(|kind| kind.info());
    let assumptions = AssumptionKind::ALL.iter().map(|kind| kind.info());
    findings.chain(warnings).chain(reasons).chain(assumptions)
}

/// Looks a code up, in either case: `R0202`, `r0202`.
pub fn by_code(code: &str) -> Option<&'static CodeInfo> {
    all().find(|info| info.code.eq_ignore_ascii_case(code))
}

/// Looks a code up by its name in words: `use-after-free`.
pub fn by_kind(kind: &str) -> Option<&'static CodeInfo> {
    all().find(|info| info.kind == kind || info.kind.strip_prefix("memory-") == Some(kind))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{FindingKind, all, by_code, by_kind};

    #[test]
    fn codes_and_kinds_are_unique_and_in_order() {
        let codes: Vec<&str> = all().map(|info| info.code).collect();
        let kinds: BTreeSet<&str> = all().map(|info| info.kind).collect();
        assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), codes.len());
        assert_eq!(kinds.len(), codes.len());
        for letter in ["R", "W", "U", "A"] {
            let group: Vec<_> = codes.iter().filter(|code| code.starts_with(letter)).collect();
            assert!(group.is_sorted(), "{group:?}");
        }
    }

    #[test]
    fn every_entry_is_complete() {
        let properties = ["assert", "memory", "memory:leak", "overflow", "race", "deadlock"];
        for info in all() {
            let has_property = info.code.starts_with(['R', 'W']);
            assert_eq!(has_property, properties.contains(&info.property), "{}", info.code);
            assert_eq!(info.code.len(), 5, "{}", info.code);
            assert!(!info.title.is_empty() && !info.title.ends_with('.'), "{}", info.code);
            assert!(!info.help.is_empty() && !info.help.ends_with('.'), "{}", info.code);
            assert!(info.explanation.len() > 60, "{} needs an explanation", info.code);
        }
    }

    #[test]
    fn lookups_find_what_is_there() {
        assert_eq!(by_code("r0202"), Some(FindingKind::UseAfterFree.info()));
        assert_eq!(by_kind("use-after-free"), Some(FindingKind::UseAfterFree.info()));
        assert_eq!(by_code("R9999"), None);
    }
}
