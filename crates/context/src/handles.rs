//! Handles of threads that nobody copies.
//!
//! A handle comes from the creation of its thread, which is executed once for each thread. If nothing but creations writes to a variable, then each of its cells
//! holds the handle of the thread that was created last with it, and no two cells, of this or another such variable, hold that of the same thread. (What a cell held
//! before anything was written to it is no handle, and neither is what was written before there was any thread. Handles of threads that are gone might be used again for others: here they are not.)
//!
//! A creation makes threads of one kind. So a cell holds no handle of a thread whose kind no creation is of that writes there.
//!
//! **Which cell.** If one creation only writes to a variable, by one activation, then the place it writes to is a value over the rounds of the loop around it (`stack.rs`); where that grows by the
//! size of a handle at least, every round has a cell of its own, and the cell of a thread's round holds the handle of that thread for good. The same goes for an array of structs whose other
//! members are written: a place that is a multiple of the stride away from the array plus the offset of another member is none of these cells, whatever the index is.
//!
//! **Which cells at all.** A cell that no creation has written yet holds no handle. Where a creation was executed as often as its loop has gone round, it has written the cells of the first so many rounds.
//!
//! **When.** Creations are counted as passes of barriers are, by their place. The first thread has executed one more often than it was executed before a thread was created there. Threads are named in the order of
//! their creation, where nothing else tells them apart ([`crate::Context::in_order`]).
//!
//! A thread that may come from creations which write to different variables has its handle in the one or the other.
//!
//! It is taken for granted that no loop goes round 2^31 times. What it misses: variables that are copied or passed on by value, and that several creations write to.

use raddle_ir::{BinaryOp, CastOp, CompareOp, Intrinsic, Op, Type};
use raddle_pointsto::{Object, ObjectId, Position};
use raddle_warn::sync::{SyncOp, sync_op};

use crate::broken::Broken;
use crate::cells::Row;
use crate::definitions::ROUNDS;
use crate::distinct::Met;
use crate::flow::{Analysis, State};
use crate::stack::{Before, Creation};
use crate::values::{Instance, Node, SymbolId, SymbolKind, Val, signed};
use crate::{Context, ThreadAt};

/// Bytes of a handle.
pub(crate) const HANDLE: u64 = 8;

/// Memory whose handles nobody copies.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) object: ObjectId,
    pub(crate) every: Option<(u64, u64)>,
    pub(crate) threads: Vec<usize>,
    /// Where the handle of a thread is, and the round in which it was created.
    pub(crate) cells: Vec<Cell>,
    pub(crate) joined: Vec<Span>,
    pub(crate) let_go: bool,
    /// Where creations have written; `None`: that is not known.
    pub(crate) written: Option<Vec<Span>>,
    /// Where nothing was written since there are threads, it holds zeros.
    pub(crate) zeroed: bool,
}

/// Cells from one address up to another one, so many bytes from one to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) from: Val,
    pub(crate) to: Val,
    pub(crate) stride: u64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) thread: usize,
    pub(crate) address: Val,
    pub(crate) round: Option<Val>,
}

/// The threads of which cells were joined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joined {
    pub(crate) cells: Span,
    /// So many rounds; `None`: that of the one cell.
    pub(crate) rounds: Option<Val>,
}

impl Analysis<'_> {
    /// Memory whose handles nobody copies, and what follows for the threads of a context. `None` if the budget is spent.
    pub(crate) fn pools(
        &mut self,
        threads: &[Met],
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<(Vec<Pool>, Vec<Val>)> {
        let gone = self.let_go_sites(executed)?;
        let born_detached = self.world.may_be_born_detached(executed);
        let copied = self.copied_handles()?;
        let mut objects: Vec<ObjectId> = self.sharing.written().collect();
        objects.sort_unstable();
        let (mut pools, mut conditions) = (Vec::new(), Vec::new());
        let mut apart_ones: Vec<(Vec<Position>, Vec<Option<Joined>>)> = Vec::new();
        for object in objects {
            if self.world.budget.is_spent() {
                return None;
            }
            let creations = self.creations_into(object);
            if creations.is_empty() || !self.has_a_name(object) {
                continue;
            }
            let mut rows = Vec::new();
            for &at in &creations {
                rows.push((at, self.row_of(object, at, executed)?));
            }
            let row = match rows[..] {
                [(_, row)] => row,
                _ => None,
            };
            let Some(every) = self.own_cells(object, row, executed)? else { continue };
            let mut pool = Pool {
                object,
                every,
                threads: self.possible_threads(&creations, threads),
                cells: Vec::new(),
                joined: Vec::new(),
                let_go: born_detached,
                written: self.written_cells(&rows, threads, executed),
                zeroed: self.was_zeroed(object),
            };
            let apart = self.are_apart(&rows);
            if apart {
                pool.cells = self.cells_of(&creations, threads);
            }
            let mut all_joined = Vec::new();
            for site in gone.iter().filter(|site| site.concerns(object, &copied)) {
                // A cell that was written again since holds the handle of another thread than the one that was joined.
                match apart.then(|| self.joined(object, row, site, threads)).flatten() {
                    Some(joined) => {
                        conditions.extend(self.still_there(&pool.cells, joined));
                        all_joined.push(joined);
                        pool.joined.extend(joined.map(|joined| joined.cells));
                    }
                    None => pool.let_go = true,
                }
            }
            pools.push(pool);
            apart_ones.push((if apart { creations } else { Vec::new() }, all_joined));
        }
        for (thread, met) in threads.iter().enumerate() {
            let Some(cell) = self.cell_across(thread, met, &apart_ones) else { continue };
            for joined in apart_ones.iter().flat_map(|(_, joined)| joined) {
                conditions.extend(self.still_there(&[cell], *joined));
            }
            let in_first = |pool: &&mut Pool| pool.threads.contains(&thread);
            if let Some(pool) = pools.iter_mut().find(in_first) {
                pool.cells.push(cell);
            }
        }
        Some((pools, conditions))
    }

    /// The cell of a thread that comes from creations which write to different variables, each of them to cells of its own.
    fn cell_across(
        &mut self,
        thread: usize,
        met: &Met,
        apart: &[(Vec<Position>, Vec<Option<Joined>>)],
    ) -> Option<Cell> {
        let place = |creation: &Creation| {
            apart.iter().position(|(creations, _)| creations.contains(&creation.site))
        };
        let places: Option<Vec<usize>> = met.creations.iter().map(place).collect();
        let places = places.filter(|places| places.iter().any(|place| *place != places[0]))?;
        let known = places.len() > 1 && self.has_known_creation(met);
        if !known || self.world.broken == Some(Broken::HandlesMixedUp) {
            return None;
        }
        self.cell_of(thread, &met.creations)
    }

    fn has_a_name(&self, object: ObjectId) -> bool {
        match self.world.points_to.object(object) {
            Object::Global(global) => !self.world.program.globals[global].thread_local,
            Object::Local(..) | Object::Heap(_) => true,
            _ => false,
        }
    }

    fn creations_into(&self, object: ObjectId) -> Vec<Position> {
        let mut creations: Vec<Position> =
            self.sharing.writers(object).filter(|&at| self.creates(at)).collect();
        creations.sort_unstable();
        creations.dedup();
        creations
    }

    fn creates(&self, at: Position) -> bool {
        let call = at.op(self.world.program).and_then(|op| self.world.library_call(op));
        matches!(call.and_then(|(name, _)| sync_op(name)), Some(SyncOp::Create { .. }))
    }

    /// Where a creation writes to an object, if it writes nowhere else. The outer `None` if the budget is spent.
    fn row_of(
        &mut self,
        object: ObjectId,
        at: Position,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Option<Row>> {
        let writes = self.world.points_to.accesses(self.world.program, at).writes;
        let Some(operand) = self.world.creation_handle(at) else { return Some(None) };
        if writes.iter().any(|region| region.object != object) {
            return Some(None);
        }
        let kind = self.world.certain_kind(at.func, executed);
        let Before { frame, state, own, .. } = self.state_before(at, kind, executed, 0)?;
        let Some(state) = state else { return Some(None) };
        let rounds = self.rounds_around(at, &frame, &own, executed);
        let address = self.eval(&state, operand, Type::Ptr);
        let times = self.times(at);
        let nth = self.passed(&state, times);
        let row = address.zip(rounds).and_then(|(address, rounds)| self.row(address, &rounds));
        Some(row.map(|row| Row { nth, ..row }))
    }

    /// The cells that creations have written. `None` if that is not known.
    fn written_cells(
        &mut self,
        rows: &[(Position, Option<Row>)],
        threads: &[Met],
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Vec<Span>> {
        let mut spans = Vec::new();
        for &(at, row) in rows.iter().filter(|(at, _)| executed(*at)) {
            let times = self.times(at);
            let creator = &threads[self.runner(at, threads, executed)?];
            let mut done = self.passed(&creator.state, times)?;
            if self.world.broken == Some(Broken::NextCreationTrusted) {
                let one = self.values.constant(1, ROUNDS);
                done = self.values.binary(BinaryOp::Add, ROUNDS, done, one)?;
            }
            spans.extend(self.span(&row?, done)?);
        }
        Some(spans)
    }

    /// The cells of an operation that was executed so often. The outer `None`: that is not known.
    #[allow(clippy::option_option)]
    pub(crate) fn span(&mut self, row: &Row, done: Val) -> Option<Option<Span>> {
        let stride = row.stride;
        match (row.round, self.values.word(done)) {
            (_, Some(0)) => Some(None),
            (None, Some(1)) => {
                let to = self.values.address(row.address, HANDLE as i64, &[])?;
                Some(Some(Span { from: row.address, to, stride }))
            }
            (Some(round), _) if row.nth == Some(round) => {
                let none = self.values.constant(0, ROUNDS);
                let (from, to) = (self.in_round(row, none)?, self.in_round(row, done)?);
                Some(Some(Span { from, to, stride }))
            }
            _ => None,
        }
    }

    /// Whether a variable holds zeros where nothing was written to it.
    fn was_zeroed(&self, object: ObjectId) -> bool {
        let Object::Global(global) = self.world.points_to.object(object) else { return false };
        let init = &self.world.program.globals[global].init;
        init.as_ref().is_some_and(|init| init.parts.is_empty())
            && self
                .sharing
                .writers(object)
                .all(|at| self.world.may_be_later(at) || self.creates(at))
    }

    /// An address over the rounds of at most one loop, if it is another one in each of them.
    pub(crate) fn row(&mut self, address: Val, rounds: &[Val]) -> Option<Row> {
        let round = match rounds {
            [] => None,
            [round] => Some(*round),
            _ => return None,
        };
        let symbol = round.and_then(|round| self.symbol_id(round));
        let address = match round.zip(symbol) {
            Some((round, symbol)) => self.over_rounds(address, round, symbol).unwrap_or(address),
            None => address,
        };
        let steady = self.values.mentions(address).iter().all(|&other| {
            let one = self.values.symbols[other];
            Some(other) == symbol
                || (one.instance == Instance::ONCE && !matches!(one.kind, SymbolKind::Lock(_)))
        });
        let stride = match symbol {
            Some(symbol) => self.growth(address, symbol)?,
            None => HANDLE,
        };
        (steady && (HANDLE..1 << 20).contains(&stride)).then_some(Row {
            address,
            round,
            stride,
            nth: None,
        })
    }

    /// An address by the number of rounds itself, whatever type the program's counter has: one loop may count in `int` and another in `size_t`.
    fn over_rounds(&mut self, address: Val, round: Val, symbol: SymbolId) -> Option<Val> {
        let Node::Address(base, by, indices) = self.values.node(address).clone() else {
            return None;
        };
        let [(index, _, scale)] = indices[..] else { return None };
        let (slope, first) = (self.slope(index, symbol)?, self.first(index, symbol)?);
        let by = by.checked_add(first.checked_mul(i64::try_from(scale).ok()?)?)?;
        self.values.address(base, by, &[(round, ROUNDS, slope.checked_mul(scale)?)])
    }

    /// What a value that has a slope begins with.
    fn first(&self, value: Val, symbol: SymbolId) -> Option<i64> {
        match *self.values.node(value) {
            Node::Symbol(own) => (own == symbol).then_some(0),
            Node::Cast(CastOp::Trunc | CastOp::SExt, _, _, inner) => self.first(inner, symbol),
            Node::Cast(CastOp::ZExt, _, _, inner) => {
                self.first(inner, symbol).filter(|first| *first >= 0)
            }
            Node::Binary(BinaryOp::Add, Type::Int(bits), a, b) => {
                let by = signed(u32::from(bits), self.values.word(b)?);
                self.first(a, symbol)?.checked_add(by)
            }
            Node::Binary(BinaryOp::Mul, Type::Int(64), a, b) => {
                self.first(a, symbol)?.checked_mul(i64::try_from(self.values.word(b)?).ok()?)
            }
            _ => None,
        }
    }

    fn symbol_id(&self, value: Val) -> Option<SymbolId> {
        match *self.values.node(value) {
            Node::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// By how much an address grows if a symbol does by one.
    fn growth(&self, address: Val, symbol: SymbolId) -> Option<u64> {
        let Node::Address(base, _, indices) = self.values.node(address) else { return None };
        let moves = |value: &Val| self.values.mentions(*value).contains(&symbol);
        let mut moving = indices.iter().filter(|(index, ..)| moves(index));
        match (moving.next(), moving.next()) {
            (Some(&(index, _, scale)), None) if !moves(base) => {
                self.slope(index, symbol)?.checked_mul(scale)
            }
            _ => None,
        }
    }

    fn slope(&self, value: Val, symbol: SymbolId) -> Option<u64> {
        let moves = |value: Val| self.values.mentions(value).contains(&symbol);
        match *self.values.node(value) {
            Node::Symbol(own) => (own == symbol).then_some(1),
            Node::Cast(CastOp::Trunc, _, Type::Int(32..), inner)
            | Node::Cast(CastOp::SExt | CastOp::ZExt, Type::Int(32..), _, inner) => {
                self.slope(inner, symbol)
            }
            Node::Binary(BinaryOp::Add, _, a, b) if !moves(b) => self.slope(a, symbol),
            Node::Binary(BinaryOp::Add, _, a, b) if !moves(a) => self.slope(b, symbol),
            Node::Binary(BinaryOp::Mul, _, a, b) => {
                let by = self.values.word(b).filter(|by| (1..1 << 16).contains(by))?;
                self.slope(a, symbol)?.checked_mul(by)
            }
            _ => None,
        }
    }

    /// The address of a row in another round.
    pub(crate) fn in_round(&mut self, row: &Row, round: Val) -> Option<Val> {
        let Some(symbol) = row.round.and_then(|own| self.symbol_id(own)) else {
            return Some(row.address);
        };
        self.values.replace(row.address, &mut |values, other| {
            Some(if other == symbol { round } else { values.of_symbol(other) })
        })
    }

    /// The cells of an object that nothing but creations writes to once there are threads: all of them, or those of a row. None if it has no such cells; the outer `None` if the budget is spent.
    #[allow(clippy::option_option)]
    fn own_cells(
        &mut self,
        object: ObjectId,
        row: Option<Row>,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Option<Option<(u64, u64)>>> {
        let mut others: Vec<Position> = self.sharing.writers(object).collect();
        others.sort_unstable();
        others.dedup();
        others
            .retain(|&at| self.world.may_be_later(at) && !self.creates(at) && !self.marks_life(at));
        if others.is_empty() || self.world.broken == Some(Broken::CopiedHandlesTrusted) {
            return Some(Some(None));
        }
        let Some(row) = row.filter(|row| row.round.is_some() && others.len() <= MOST_WRITERS)
        else {
            return Some(None);
        };
        let Some(first) = self.offset_in(object, row.address, row.stride) else {
            return Some(None);
        };
        for at in others {
            let kind = self.world.certain_kind(at.func, executed);
            let state = self.state_before(at, kind, executed, 0)?.state;
            let Some(state) = state else { continue };
            if !self.is_beside(object, &state, at, (first, HANDLE), row.stride) {
                return Some(None);
            }
        }
        Some(Some(Some((first, row.stride))))
    }

    pub(crate) fn marks_life(&self, at: Position) -> bool {
        let marks = [Intrinsic::LifetimeStart, Intrinsic::LifetimeEnd];
        let op = at.op(self.world.program);
        matches!(op, Some(Op::Intrinsic { intrinsic, .. }) if marks.contains(intrinsic))
    }

    /// The offset of an address in an object, up to multiples of a stride.
    pub(crate) fn offset_in(&self, object: ObjectId, address: Val, stride: u64) -> Option<u64> {
        let (base, by, indices) = match self.values.node(address) {
            Node::Address(base, by, indices) => (*base, *by, indices.as_slice()),
            _ => (address, 0, &[][..]),
        };
        if indices.iter().any(|(_, _, scale)| scale % stride != 0) {
            return None;
        }
        let start = match *self.values.node(base) {
            Node::Constant(raddle_ir::Operand::Global(global, at), _) => {
                (Object::Global(global) == self.world.points_to.object(object)).then_some(at)?
            }
            Node::Symbol(symbol) => match self.values.symbols[symbol].kind {
                SymbolKind::Slot(func, slot) => {
                    let local = Object::Local(func, slot);
                    (local == self.world.points_to.object(object)).then_some(0)?
                }
                SymbolKind::Result(at, 0) => {
                    let heap = Object::Heap(at);
                    (heap == self.world.points_to.object(object)).then_some(0)?
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(start.checked_add(by)?.rem_euclid(i64::try_from(stride).ok()?) as u64)
    }

    /// Whether a store stays away from cells of some size at an offset, and every so many bytes from there on.
    pub(crate) fn is_beside(
        &mut self,
        object: ObjectId,
        state: &State,
        at: Position,
        (first, size): (u64, u64),
        stride: u64,
    ) -> bool {
        let Some(&Op::Store { ty, ptr, .. }) = at.op(self.world.program) else { return false };
        let bytes = ty.bytes(&self.world.program.target);
        let address = self.eval(state, ptr, Type::Ptr);
        let Some(offset) = address.and_then(|at| self.offset_in(object, at, stride)) else {
            return false;
        };
        if self.world.broken == Some(Broken::MembersTrusted) {
            return true;
        }
        // Both as they lie in one stride; neither goes beyond its end.
        let fits = offset + bytes <= stride && first + size <= stride;
        fits && (offset + bytes <= first || first + size <= offset)
    }

    /// The threads that creations may have made.
    fn possible_threads(&self, creations: &[Position], threads: &[Met]) -> Vec<usize> {
        let made_here = |kind: &usize| {
            let site = self.world.kinds[*kind].site;
            let written = site.is_some_and(|site| creations.contains(&site));
            written != (self.world.broken == Some(Broken::HandlesMixedUp))
        };
        let may_be = |thread: &Met| thread.kinds.iter().any(made_here);
        (0..threads.len()).filter(|&nth| may_be(&threads[nth])).collect()
    }

    /// Whether creations write to different cells, and each of them to another one whenever it is executed.
    fn are_apart(&self, rows: &[(Position, Option<Row>)]) -> bool {
        let rows: Option<Vec<Row>> = rows.iter().map(|&(_, row)| row).collect();
        let Some(rows) = rows else { return false };
        if let [_] = rows[..] {
            return true;
        }
        let places: Vec<_> = rows.iter().map(|row| self.values.distance(row.address)).collect();
        let apart = |(index, place): (usize, &(_, i64))| {
            let others = &places[index + 1..];
            others.iter().all(|other| place.0 == other.0 && place.1.abs_diff(other.1) >= HANDLE)
        };
        rows.iter().all(|row| row.round.is_none()) && places.iter().enumerate().all(apart)
    }

    /// The cells of threads that these creations have made for certain.
    fn cells_of(&mut self, creations: &[Position], threads: &[Met]) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (thread, met) in threads.iter().enumerate() {
            let made_here = !met.creations.is_empty()
                && met.creations.iter().all(|creation| creations.contains(&creation.site));
            if !made_here
                || !self.has_known_creation(met)
                || self.world.broken == Some(Broken::HandlesMixedUp)
            {
                continue;
            }
            cells.extend(self.cell_of(thread, &met.creations));
        }
        cells
    }

    /// Where the handle of a thread is, whichever creation it comes from.
    fn cell_of(&mut self, thread: usize, creations: &[Creation]) -> Option<Cell> {
        let mut cell: Option<Cell> = None;
        for creation in creations.iter().rev() {
            let row = self.row(creation.handle?, creation.rounds.as_deref()?)?;
            cell = Some(match (cell, creation.chosen) {
                (None, _) => Cell { thread, address: row.address, round: row.round },
                (Some(rest), Some(chosen)) => {
                    let address =
                        self.values.select(Type::Ptr, chosen, row.address, rest.address)?;
                    Cell { thread, address, round: None }
                }
                (Some(_), None) => return None,
            });
        }
        cell
    }

    /// Whether the creations that a thread may come from are all there are for its kinds.
    fn has_known_creation(&self, met: &Met) -> bool {
        met.kinds.len() == met.creations.len()
            && met.kinds.iter().all(|&kind| {
                let site = self.world.kinds[kind].site;
                met.creations.iter().any(|creation| Some(creation.site) == site)
            })
    }

    /// Who created a thread has executed the creation more often than before.
    pub(crate) fn created_already(
        &mut self,
        threads: &[Met],
        executed: &dyn Fn(Position) -> bool,
    ) -> Vec<Val> {
        let mut conditions = Vec::new();
        for met in threads {
            let known = self.has_known_creation(met);
            for creation in met.creations.iter().filter(|_| known) {
                let runner = self.runner(creation.site, threads, executed);
                let (Some(nth), Some(creator)) = (creation.nth, runner) else { continue };
                let times = self.times(creation.site);
                let done = self.passed(&threads[creator].state, times);
                let already =
                    done.and_then(|done| self.values.compare(CompareOp::Ult, ROUNDS, nth, done));
                conditions
                    .extend(already.and_then(|already| self.if_all([creation.chosen], already)));
            }
        }
        conditions
    }

    /// A condition that holds if others do.
    fn if_all(&mut self, when: impl IntoIterator<Item = Option<Val>>, then: Val) -> Option<Val> {
        let holds = self.values.constant(1, Type::BOOL);
        let mut then = then;
        for when in when.into_iter().flatten() {
            then = self.values.select(Type::BOOL, when, then, holds)?;
        }
        Some(then)
    }

    /// The thread of a context that is the only one ever to execute a place.
    pub(crate) fn runner(
        &self,
        at: Position,
        threads: &[Met],
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<usize> {
        let kind = self.world.certain_kind(at.func, executed)?;
        let single = self.world.kinds[kind].single;
        single.then(|| threads.iter().position(|met| met.kinds == [kind])).flatten()
    }

    /// Threads at the same places are named in the order of their creation, if nothing else tells them apart: those of one creation by rounds, those of several by any order of these.
    pub(crate) fn in_order(&mut self, context: &Context, threads: &[Met]) -> Vec<Val> {
        let mut conditions = Vec::new();
        let wide = self.world.broken == Some(Broken::OrderTrusted);
        let alike = |a: &ThreadAt, b: &ThreadAt| {
            wide || (&a.frames, a.waiting, a.woken) == (&b.frames, b.waiting, b.woken)
        };
        for (index, met) in threads.iter().enumerate().filter(|_| context.in_order) {
            let place = &context.threads[index];
            let next = (index + 1..threads.len()).find(|&next| {
                alike(place, &context.threads[next]) && threads[next].kinds == met.kinds
            });
            if let Some(next) = next.filter(|_| self.has_known_creation(met)) {
                conditions.extend(self.created_before(&met.creations, &threads[next].creations));
            }
        }
        conditions
    }

    fn created_before(&mut self, one: &[Creation], other: &[Creation]) -> Vec<Val> {
        let sites = |creations: &[Creation]| -> Vec<Position> {
            creations.iter().map(|creation| creation.site).collect()
        };
        if sites(one) != sites(other) {
            return Vec::new();
        }
        let mut conditions = Vec::new();
        if one.len() > 1
            && let (Some(a), Some(b)) = (self.rank(one), self.rank(other))
        {
            conditions.extend(self.values.compare(CompareOp::Ule, Type::Int(32), a, b));
        }
        for (a, b) in one.iter().zip(other) {
            let (Some(&[x]), Some(&[y])) = (a.rounds.as_deref(), b.rounds.as_deref()) else {
                continue;
            };
            let before = self.values.compare(CompareOp::Ult, ROUNDS, x, y);
            conditions.extend(before.and_then(|before| self.if_all([a.chosen, b.chosen], before)));
        }
        conditions
    }

    /// The number of the creation that a thread comes from, among those that it may come from.
    fn rank(&mut self, creations: &[Creation]) -> Option<Val> {
        let ty = Type::Int(32);
        let mut rank: Option<Val> = None;
        for (index, creation) in creations.iter().enumerate().rev() {
            let number = self.values.constant(index as u64, ty);
            rank = Some(match rank {
                None => number,
                Some(rest) => self.values.select(ty, creation.chosen?, number, rest)?,
            });
        }
        rank
    }
}

/// Stores into an object that are looked at.
pub(crate) const MOST_WRITERS: usize = 12;
