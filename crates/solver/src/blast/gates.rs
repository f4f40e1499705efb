//! One shared gate graph: and, exclusive-or, multiplexer and majority gates over inverted edges.
//!
//! An and-inverter graph in spirit; exclusive-or, multiplexer and majority are gates of their own because
//! adders and comparators are made of them and their direct clauses are fewer and propagate more than
//! those of their and-inverter expansions. Equal gates are one gate (structural hashing); constants and
//! trivial operands never become gates. Gates are only added, so a gate's operands have smaller numbers.

use std::ops::Not;

use rustc_hash::FxHashMap;

/// The output of a gate, possibly inverted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge(u32);

impl Edge {
    pub const FALSE: Edge = Edge(0);
    pub const TRUE: Edge = Edge(1);

    pub fn constant(value: bool) -> Edge {
        if value { Edge::TRUE } else { Edge::FALSE }
    }
    pub fn gate(self) -> GateId {
        GateId(self.0 >> 1)
    }
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }
    pub fn as_constant(self) -> Option<bool> {
        (self.0 <= 1).then_some(self.0 == 1)
    }
    fn invert_if(self, inverted: bool) -> Edge {
        Edge(self.0 ^ u32::from(inverted))
    }
    fn plain(self) -> Edge {
        Edge(self.0 & !1)
    }
}

impl Not for Edge {
    type Output = Edge;
    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GateId(u32);

impl GateId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An input's number; what it stands for is kept by the blaster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InputId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// Gate 0: constant false.
    False,
    Input(InputId),
    And(Edge, Edge),
    /// Operands are not inverted.
    Xor(Edge, Edge),
    /// `cond` and `then` are not inverted.
    Mux {
        cond: Edge,
        then: Edge,
        otherwise: Edge,
    },
    /// At least two of three; the first is not inverted.
    Majority(Edge, Edge, Edge),
}

#[derive(Debug)]
pub struct Gates {
    gates: Vec<Gate>,
    /// How many gates have this one as operand; saturates.
    uses: Vec<u8>,
    ids: FxHashMap<Gate, u32>,
    inputs: u32,
}

impl Gates {
    pub fn new() -> Gates {
        Gates { gates: vec![Gate::False], uses: vec![0], ids: FxHashMap::default(), inputs: 0 }
    }
    pub fn len(&self) -> usize {
        self.gates.len()
    }
    pub fn get(&self, gate: GateId) -> Gate {
        self.gates[gate.0 as usize]
    }
    /// Whether at most one gate has this one as operand.
    pub fn is_used_once(&self, gate: GateId) -> bool {
        self.uses[gate.0 as usize] <= 1
    }
    /// A new input; inputs are never merged.
    pub fn input(&mut self) -> (InputId, Edge) {
        let input = InputId(self.inputs);
        self.inputs += 1;
        (input, self.push(Gate::Input(input)))
    }

    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match a {
            Edge::FALSE => return Edge::FALSE,
            Edge::TRUE => return b,
            _ if a == b => return a,
            _ if a == !b => return Edge::FALSE,
            _ => (),
        }
        if let Some(simpler) = self.absorb(b, a).or_else(|| self.absorb(a, b)) {
            return simpler;
        }
        self.intern(Gate::And(a, b))
    }
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let inverted = a.is_inverted() != b.is_inverted();
        let (a, b) = (a.plain(), b.plain());
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let plain = if a == Edge::FALSE {
            b
        } else if a == b {
            Edge::FALSE
        } else {
            self.intern(Gate::Xor(a, b))
        };
        plain.invert_if(inverted)
    }
    pub fn equal(&mut self, a: Edge, b: Edge) -> Edge {
        !self.xor(a, b)
    }
    pub fn mux(&mut self, cond: Edge, then: Edge, otherwise: Edge) -> Edge {
        if cond.is_inverted() {
            return self.mux(!cond, otherwise, then);
        }
        if cond == Edge::FALSE {
            return otherwise;
        }
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(cond, otherwise);
        }
        if then == Edge::TRUE || then == cond {
            return self.or(cond, otherwise);
        }
        if then == Edge::FALSE || then == !cond {
            return self.and(!cond, otherwise);
        }
        if otherwise == Edge::FALSE || otherwise == cond {
            return self.and(cond, then);
        }
        if otherwise == Edge::TRUE || otherwise == !cond {
            return self.or(!cond, then);
        }
        let inverted = then.is_inverted();
        let gate = Gate::Mux { cond, then: then.plain(), otherwise: otherwise.invert_if(inverted) };
        self.intern(gate).invert_if(inverted)
    }
    pub fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let mut operands = [a, b, c];
        operands.sort_unstable();
        let [a, b, c] = operands;
        match a {
            Edge::FALSE => return self.and(b, c),
            Edge::TRUE => return self.or(b, c),
            _ => (),
        }
        // Equal or opposite edges are neighbours after sorting.
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // Majority is self-dual: inverting all operands inverts the result.
        let inverted = a.is_inverted();
        let gate = Gate::Majority(a.plain(), b.invert_if(inverted), c.invert_if(inverted));
        self.intern(gate).invert_if(inverted)
    }
    pub fn or_all(&mut self, edges: impl IntoIterator<Item = Edge>) -> Edge {
        edges.into_iter().fold(Edge::FALSE, |any, edge| self.or(any, edge))
    }

    /// Simplifies `and(a, b)` when `a` is itself an and gate with `b` or its inverse as operand.
    fn absorb(&mut self, a: Edge, b: Edge) -> Option<Edge> {
        let Gate::And(x, y) = self.get(a.gate()) else { return None };
        if a.is_inverted() {
            // ¬(x∧y) ∧ x = x ∧ ¬y;   ¬(x∧y) ∧ ¬x = ¬x
            if b == !x || b == !y {
                return Some(b);
            }
            if b == x {
                return Some(self.and(x, !y));
            }
            return (b == y).then(|| self.and(y, !x));
        }
        // (x∧y) ∧ x = x∧y;   (x∧y) ∧ ¬x = false
        if b == x || b == y {
            return Some(a);
        }
        (b == !x || b == !y).then_some(Edge::FALSE)
    }
    fn intern(&mut self, gate: Gate) -> Edge {
        if let Some(&id) = self.ids.get(&gate) {
            return Edge(id << 1);
        }
        let edge = self.push(gate);
        self.ids.insert(gate, edge.0 >> 1);
        let operands = match gate {
            Gate::False | Gate::Input(_) => [None; 3],
            Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
            Gate::Mux { cond, then, otherwise } => [Some(cond), Some(then), Some(otherwise)],
            Gate::Majority(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        for operand in operands.into_iter().flatten() {
            let uses = &mut self.uses[operand.gate().0 as usize];
            *uses = uses.saturating_add(1);
        }
        edge
    }
    /// The values of all gates for values of the inputs.
    #[cfg(test)]
    pub fn evaluate(&self, inputs: &[bool]) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.gates.len());
        for gate in &self.gates {
            let value = |edge: &Edge| values[edge.gate().index()] != edge.is_inverted();
            values.push(match gate {
                Gate::False => false,
                Gate::Input(input) => inputs[input.0 as usize],
                Gate::And(a, b) => value(a) && value(b),
                Gate::Xor(a, b) => value(a) != value(b),
                Gate::Mux { cond, then, otherwise } => {
                    value(if value(cond) { then } else { otherwise })
                }
                Gate::Majority(a, b, c) => {
                    [a, b, c].into_iter().filter(|edge| value(edge)).count() >= 2
                }
            });
        }
        values
    }
    fn push(&mut self, gate: Gate) -> Edge {
        let id = u32::try_from(self.gates.len()).ok().filter(|&id| id < 1 << 31);
        let id = id.expect("fewer than 2^31 gates");
        self.gates.push(gate);
        self.uses.push(0);
        Edge(id << 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Edge, Gates};

    fn value(gates: &Gates, edge: Edge, inputs: u32) -> bool {
        let inputs: Vec<bool> = (0..3).map(|input| inputs >> input & 1 == 1).collect();
        gates.evaluate(&inputs)[edge.gate().index()] != edge.is_inverted()
    }

    /// Every simplification of every gate over all choices of three operands from a pool that contains
    /// constants, inputs, inversions and gates of those.
    #[test]
    fn gates_compute_their_functions() {
        let mut gates = Gates::new();
        let x = gates.input().1;
        let y = gates.input().1;
        let z = gates.input().1;
        let mut pool = vec![Edge::FALSE, Edge::TRUE, x, y, z, !x, !y, !z];
        let and = gates.and(x, y);
        let xor = gates.xor(y, !z);
        let mux = gates.mux(z, x, !y);
        pool.extend([and, !and, xor, !xor, mux, !mux]);
        for &a in &pool {
            for &b in &pool {
                for &c in &pool {
                    let made = [
                        gates.and(a, b),
                        gates.or(a, b),
                        gates.xor(a, b),
                        gates.mux(a, b, c),
                        gates.majority(a, b, c),
                    ];
                    for inputs in 0..8 {
                        let [p, q, r] = [a, b, c].map(|edge| value(&gates, edge, inputs));
                        let expected = [
                            p && q,
                            p || q,
                            p != q,
                            if p { q } else { r },
                            u8::from(p) + u8::from(q) + u8::from(r) >= 2,
                        ];
                        let got = made.map(|edge| value(&gates, edge, inputs));
                        assert_eq!(got, expected, "{a:?} {b:?} {c:?} under {inputs:03b}");
                    }
                }
            }
        }
    }
}
