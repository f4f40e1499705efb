//! `main` as a thread of its own: it creates some threads, joins them, and creates others, with accesses before, beside, between and behind them.
//!
//! A thread may stay there while others come and go, and has a location for itself then, so that the others can be written without a race.
//! While `main` is alone, it, or a thread that it only waits for, may write atomic locations in every way that C knows: one by one, by plain stores, or several at once. These writes have
//! no order but program order, and whoever is created later comes after them; a generator without them does not notice an engine that forgets one.

use std::ops::Range;

use super::generate::Draft;
use super::program::{Fill, Loc, Order, Reg, Stmt};

impl Draft<'_> {
    /// What `main` does with so many threads.
    pub(super) fn generations(&mut self, threads: usize, mixed: bool) -> Vec<Stmt> {
        let mut own = Vec::new();
        let mut body = Vec::new();
        // A thread of an earlier generation that is still there.
        let mut stays = None;
        // The locations that it does not access.
        let mut free = 0;
        let mut start = 0;
        while start < threads {
            let end = start + 1 + self.random.below(threads - start);
            if stays.is_some() {
                self.beside(40, &mut own, &mut body, mixed);
                if free > 0 && self.random.chance(70) {
                    let first = self.random.below(free);
                    body.push(self.fill(first..free));
                    self.beside(30, &mut own, &mut body, mixed);
                }
            } else {
                self.alone(if start == 0 { 35 } else { 90 }, &mut own, &mut body, mixed);
                self.alone(30, &mut own, &mut body, mixed);
            }
            if start + 1 == end && stays.is_none() && self.random.chance(60) {
                self.fill_in(start);
                body.extend([Stmt::Create(start), Stmt::Join(start)]);
            } else {
                let remains = stays.is_none() && end < threads && self.random.chance(35);
                if remains && self.atomic > 1 && self.random.chance(80) {
                    free = self.atomic - 1;
                    let kind = self.random.below(3);
                    let only = self.access(kind, Loc(free), &mut Vec::new(), mixed);
                    self.program.threads[start] = vec![only];
                }
                self.generation(start..end, remains, &mut own, &mut body, mixed);
                stays = stays.or(remains.then_some(start));
            }
            start = end;
        }
        body.extend(stays.map(Stmt::Join));
        self.alone(25, &mut own, &mut body, mixed);
        body
    }

    /// The first thread writes locations, and all of them at once, and tells others by a flag, who access them behind it: without `main`, plain writes
    /// have an order all the same.
    pub(super) fn published(&mut self, threads: usize, mixed: bool) {
        let told = Loc(self.atomic - 1);
        let sure = self.random.chance(95);
        let mut own = Vec::new();
        let at = Loc(self.random.below(told.0));
        let kind = self.random.weighted(&[1, 4, 1]);
        let mut first = vec![self.access(kind, at, &mut own, mixed), self.fill(0..told.0)];
        let value = self.value(&[], told);
        let order = if sure { Order::Release } else { Order::Relaxed };
        first.push(Stmt::Store { loc: told, value, order });
        self.program.threads[0] = first;
        for thread in 1..threads {
            let mut own = Vec::new();
            let reg = self.register(&mut own);
            let order = if sure { Order::Acquire } else { Order::Relaxed };
            let kind = self.random.weighted(&[4, 4, 1]);
            let at = Loc(self.random.below(told.0));
            let mut then = vec![self.access(kind, at, &mut own, mixed)];
            let order = if thread == 1 && self.random.chance(25) {
                // What a relaxed load does not order, a fence does, and what comes behind it may be plain.
                let loads = self.random.chance(60);
                let plain = match loads {
                    true => {
                        Stmt::Load { reg: self.register(&mut own), loc: at, order: Order::Plain }
                    }
                    false => {
                        Stmt::Store { loc: at, value: self.value(&[], at), order: Order::Plain }
                    }
                };
                then.extend([Stmt::Fence(Order::Acquire), plain]);
                Order::Relaxed
            } else {
                order
            };
            let behind = Stmt::If { reg, equal: true, value: value.plus, then };
            self.program.threads[thread] = vec![Stmt::Load { reg, loc: told, order }, behind];
        }
    }

    /// Creates threads, and joins them, perhaps but for the first one.
    fn generation(
        &mut self,
        threads: Range<usize>,
        remains: bool,
        own: &mut Vec<Reg>,
        body: &mut Vec<Stmt>,
        mixed: bool,
    ) {
        for thread in threads.clone() {
            body.push(Stmt::Create(thread));
            self.beside(20, own, body, mixed);
        }
        for thread in threads.skip(usize::from(remains)) {
            body.push(Stmt::Join(thread));
            self.beside(10, own, body, mixed);
        }
    }

    /// Lets a thread that is alone with a `main` that waits for it write several locations at once.
    fn fill_in(&mut self, thread: usize) {
        let first = self.random.below(self.atomic);
        let fill = self.fill(first..self.atomic);
        let body = &mut self.program.threads[thread];
        let at = self.random.below(body.len() + 1);
        body.insert(at, fill);
    }

    /// With this chance an access while others may run.
    fn beside(&mut self, percent: u32, own: &mut Vec<Reg>, body: &mut Vec<Stmt>, mixed: bool) {
        if !self.random.chance(percent) {
            return;
        }
        let kind = self.random.weighted(&[40, 40, 12, 8]);
        let stmt = self.simple(kind, own, mixed);
        body.push(stmt);
    }

    /// With this chance an access while nobody else runs.
    fn alone(&mut self, percent: u32, own: &mut Vec<Reg>, body: &mut Vec<Stmt>, mixed: bool) {
        if !self.random.chance(percent) {
            return;
        }
        let loc = Loc(self.random.below(self.atomic));
        let plain = self.locks.map_or(loc, |(plain, _)| plain);
        let stmt = match self.random.weighted(&[30, 15, 35, 8, 12]) {
            0 => self.fill(loc.0..self.atomic),
            1 => Stmt::Store { loc, value: self.value(own, loc), order: Order::Plain },
            2 => {
                let kind = self.random.weighted(&[3, 5, 3]);
                self.simple(kind, own, mixed)
            }
            3 => Stmt::Load { reg: self.register(own), loc: plain, order: Order::Plain },
            _ => Stmt::Store { loc: plain, value: self.value(own, plain), order: Order::Plain },
        };
        body.push(stmt);
    }

    /// Plain stores to one or more of these locations, from the first one on, that are made at once.
    fn fill(&mut self, locations: Range<usize>) -> Stmt {
        let (first, most) = (Loc(locations.start), locations.len());
        let count = 1 + self.random.below(most);
        let (how, count) = match self.random.below(4) {
            0 => return Stmt::Fill { how: Fill::Clear, first, values: vec![0; count] },
            1 if first.0 == 0 && most > 1 => (Fill::Wide, 2),
            2 => (Fill::Byte, 1),
            _ => (Fill::Copy, count),
        };
        let constant = |at: usize| self.value(&[], Loc(first.0 + at)).plus;
        Stmt::Fill { how, first, values: (0..count).map(constant).collect() }
    }
}
