//! Linking by symbol: which definition stands behind each name of each module.
//!
//! Ids are handed out before anything is translated, so that translation writes final ids and no
//! relocation is needed. Internal and private symbols stay with their module; of several definitions a
//! strong one wins over weak, common and link-once ones, those over an `available_externally` copy, and
//! a declaration over nothing. Two strong definitions are an error. Intrinsics (`llvm.…`) are no
//! functions of the program.

use std::path::{Path, PathBuf};

use raddle_ir::{EntityMap, FuncId, GlobalId};
use rustc_hash::FxHashMap;

use crate::ast::{Linkage, Module, SymbolId};
use crate::error::FrontendError;
use crate::lexer::unescape_text;

/// A parsed input.
#[derive(Debug)]
pub struct Unit<'a> {
    pub path: PathBuf,
    pub module: Module<'a>,
}

/// What a name of a module stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Func(FuncId),
    Global(GlobalId),
    /// `llvm.…`: handled where it is called.
    Intrinsic,
    /// A weak reference that nothing defines: the null pointer.
    Null,
    /// An alias, by its index in its unit; resolved by [`Links::target`]'s user.
    Alias {
        unit: usize,
        index: usize,
    },
    /// Used, but not even declared.
    Undeclared,
}

/// Where an entity of the program is described: unit and index in that unit's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    pub unit: usize,
    pub index: usize,
}

/// The outcome of symbol resolution.
#[derive(Debug, Default)]
pub struct Links {
    pub functions: EntityMap<FuncId, Origin>,
    pub globals: EntityMap<GlobalId, Origin>,
    /// Per unit.
    pub symbols: Vec<EntityMap<SymbolId, Target>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    WeakReference,
    Declaration,
    Copy,
    Weak,
    Strong,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    Global,
    Alias,
}

/// One mention of a name that is a definition or declaration.
#[derive(Clone, Copy)]
struct Candidate {
    kind: Kind,
    origin: Origin,
    symbol: SymbolId,
    strength: Strength,
    local: bool,
}

pub fn link(units: &[Unit<'_>]) -> Result<Links, FrontendError> {
    let winners = choose(units)?;
    let mut links = Links::default();
    let mut shared: FxHashMap<&str, Target> = FxHashMap::default();
    for (unit_index, unit) in units.iter().enumerate() {
        let mut targets: EntityMap<SymbolId, Target> =
            unit.module.symbols.values().map(|_| Target::Undeclared).collect();
        for candidate in candidates(unit_index, &unit.module) {
            let name = unit.module.symbols[candidate.symbol];
            targets[candidate.symbol] = if name.starts_with("llvm.") {
                Target::Intrinsic
            } else if candidate.local {
                assign(&mut links, candidate)
            } else {
                *shared.entry(name).or_insert_with(|| assign(&mut links, winners[name]))
            };
        }
        links.symbols.push(targets);
    }
    Ok(links)
}

fn assign(links: &mut Links, candidate: Candidate) -> Target {
    if candidate.strength == Strength::WeakReference {
        return Target::Null;
    }
    match candidate.kind {
        Kind::Function => Target::Func(links.functions.push(candidate.origin)),
        Kind::Global => Target::Global(links.globals.push(candidate.origin)),
        Kind::Alias => Target::Alias { unit: candidate.origin.unit, index: candidate.origin.index },
    }
}

fn choose<'u, 'a>(units: &'u [Unit<'a>]) -> Result<FxHashMap<&'u str, Candidate>, FrontendError> {
    let mut winners: FxHashMap<&'u str, Candidate> = FxHashMap::default();
    for (unit_index, unit) in units.iter().enumerate() {
        for candidate in candidates(unit_index, &unit.module) {
            let name: &'u str = unit.module.symbols[candidate.symbol];
            if candidate.local || name.starts_with("llvm.") {
                continue;
            }
            match winners.get_mut(name) {
                None => {
                    winners.insert(name, candidate);
                }
                Some(winner) => {
                    check_pair(units, name, *winner, candidate)?;
                    if candidate.strength > winner.strength {
                        *winner = candidate;
                    }
                }
            }
        }
    }
    Ok(winners)
}

fn check_pair(
    units: &[Unit<'_>],
    name: &str,
    first: Candidate,
    second: Candidate,
) -> Result<(), FrontendError> {
    let path = |candidate: Candidate| -> &Path { &units[candidate.origin.unit].path };
    let symbol = unescape_text(name).into_owned();
    let (first_path, second_path) = (path(first).to_owned(), path(second).to_owned());
    if first.strength == Strength::Strong && second.strength == Strength::Strong {
        return Err(FrontendError::DuplicateDefinition { symbol, first_path, second_path });
    }
    let differ = first.kind != second.kind && first.kind != Kind::Alias;
    if differ && second.kind != Kind::Alias {
        return Err(FrontendError::SymbolKinds { symbol, first_path, second_path });
    }
    Ok(())
}

/// All definitions and declarations of a module, in a fixed order.
fn candidates(unit: usize, module: &Module<'_>) -> Vec<Candidate> {
    let globals = module.globals.iter().enumerate().map(|(index, global)| Candidate {
        kind: Kind::Global,
        origin: Origin { unit, index },
        symbol: global.symbol,
        strength: strength(global.linkage, global.init.is_some()),
        local: global.linkage.is_local(),
    });
    let functions = module.functions.iter().enumerate().map(|(index, function)| Candidate {
        kind: Kind::Function,
        origin: Origin { unit, index },
        symbol: function.symbol,
        strength: match strength(function.linkage, !function.blocks.is_empty()) {
            // Headers refer weakly to what the C library always has.
            Strength::WeakReference if is_of_threads(module.symbols[function.symbol]) => {
                Strength::Declaration
            }
            strength => strength,
        },
        local: function.linkage.is_local(),
    });
    let aliases = module.aliases.iter().enumerate().map(|(index, alias)| Candidate {
        kind: Kind::Alias,
        origin: Origin { unit, index },
        symbol: alias.symbol,
        strength: strength(alias.linkage, true),
        local: alias.linkage.is_local(),
    });
    globals.chain(functions).chain(aliases).collect()
}

/// Whether a function belongs to the threads of the C library.
fn is_of_threads(name: &str) -> bool {
    ["pthread_", "__pthread_"].iter().any(|family| name.starts_with(family))
}

fn strength(linkage: Linkage, defined: bool) -> Strength {
    if !defined {
        return match linkage {
            Linkage::ExternWeak => Strength::WeakReference,
            _ => Strength::Declaration,
        };
    }
    match linkage {
        Linkage::AvailableExternally => Strength::Copy,
        Linkage::LinkOnce | Linkage::Weak | Linkage::Common | Linkage::ExternWeak => Strength::Weak,
        Linkage::Private | Linkage::Internal | Linkage::External | Linkage::Appending => {
            Strength::Strong
        }
    }
}
