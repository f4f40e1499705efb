//! Reads behind writes at indices that depend on inputs.
//!
//! Such a write updates every cell that it may hit, each under its condition. That is all that anybody needs to know, but a read at
//! another such index would choose among as many conditions as a table has entries. So the object also remembers how it came to them: what it held
//! before, and the writes since then, in order. A read at the index `j` is then `j == i ? written : before[j]`, which is
//! small whatever the size of the table.
//!
//! A *grid* is what an index can hit: places of the same size at a distance that is not smaller. Two places of
//! one grid are the same or have nothing in common, which makes one comparison enough. A write to a place of the grid at a known offset is remembered like any other; one
//! that may touch a part of a place makes the object forget. Nothing is lost by that but time, so it also forgets after [`LONGEST`] writes, and
//! with every write that does not come by here ([`crate::object::Object::touch`]).

use std::rc::Rc;

use raddle_expr::TermId;

use crate::object::Object;

/// Writes that are remembered.
const LONGEST: usize = 64;

/// The places `first + k·step` of `size` bytes. `first` is smaller than `step`, and `size` not larger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    pub first: u64,
    pub step: u64,
    pub size: u64,
}

impl Grid {
    /// Whether `size` bytes at an offset touch no place of the grid.
    fn is_beside(self, offset: u64, size: u64) -> bool {
        let behind_first = (offset % self.step + self.step - self.first) % self.step;
        behind_first >= self.size && behind_first + size <= self.step
    }

    fn has(self, offset: u64, size: u64) -> bool {
        size == self.size && offset % self.step == self.first
    }
}

/// A write of a whole place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Update {
    pub offset: TermId,
    pub value: TermId,
}

/// How the places of one grid came to hold what they hold.
#[derive(Clone, Debug)]
pub(crate) struct Updates {
    pub grid: Grid,
    pub before: Rc<Object>,
    /// The oldest first.
    pub writes: Vec<Update>,
}

/// What an object remembers, for each grid.
pub(crate) type Remembered = Option<Rc<Vec<Updates>>>;

/// What is remembered after a write at an offset that depends on inputs. `before`: the object before it.
pub(crate) fn after_symbolic(before: &Object, grid: Grid, update: Update) -> Remembered {
    let mut all = kept(before, |other| {
        other.grid == grid
            || other.grid.step == grid.step && other.grid.is_beside(grid.first, grid.size)
    });
    match all.iter_mut().find(|updates| updates.grid == grid) {
        Some(updates) => updates.writes.push(update),
        None => {
            let mut before = before.clone();
            before.remembered = None;
            all.push(Updates { grid, before: Rc::new(before), writes: vec![update] });
        }
    }
    remembered(all)
}

/// What is remembered after a write of `size` bytes at a known offset. `update`: the same, if the value is one that can be remembered.
pub(crate) fn after_known(
    before: &Object,
    offset: u64,
    size: u64,
    update: Option<Update>,
) -> Remembered {
    before.remembered.as_ref()?;
    let mut all = kept(before, |other| {
        other.grid.is_beside(offset, size) || update.is_some() && other.grid.has(offset, size)
    });
    for updates in all.iter_mut().filter(|updates| updates.grid.has(offset, size)) {
        updates.writes.extend(update);
    }
    remembered(all)
}

fn kept(before: &Object, keeps: impl Fn(&Updates) -> bool) -> Vec<Updates> {
    before.remembered.iter().flat_map(|all| all.iter()).filter(|one| keeps(one)).cloned().collect()
}

fn remembered(mut all: Vec<Updates>) -> Remembered {
    all.retain(|updates| updates.writes.len() <= LONGEST);
    (!all.is_empty()).then(|| Rc::new(all))
}

#[cfg(test)]
mod tests {
    use super::Grid;

    #[test]
    fn beside_a_grid_is_what_touches_none_of_its_places() {
        for step in 1..9u64 {
            for (first, size) in (0..step).flat_map(|first| (1..=step).map(move |s| (first, s))) {
                let grid = Grid { first, step, size };
                for (offset, length) in (0..24u64).flat_map(|at| (1..12).map(move |l| (at, l))) {
                    let hits = |byte: u64| (byte + 2 * step - first) % step < size;
                    let touches = (offset..offset + length).any(hits);
                    let beside = grid.is_beside(offset, length);
                    assert!(!(beside && touches), "{grid:?} {offset} {length}");
                }
            }
        }
    }
}
