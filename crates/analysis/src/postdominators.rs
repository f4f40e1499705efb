//! Which blocks every way out of a block leads through, and on which branches it depends whether a block is
//! executed (Ferrante, Ottenstein and Warren).
//!
//! All ends of a body lead to one virtual exit. A block from which no end can be reached (it is on the way
//! into an endless loop) gets an edge to the exit as well, so that every block has a post-dominator.

use raddle_ir::{Block, Body, Entity, EntityMap};

use crate::cfg::successors;

#[derive(Clone, Debug)]
pub struct PostDominators {
    /// The nearest post-dominator; `None` is the virtual exit.
    immediate: EntityMap<Block, Option<Block>>,
    /// Blocks whose terminators decide whether this one is executed.
    controllers: EntityMap<Block, Vec<Block>>,
}

impl PostDominators {
    pub fn new(body: &Body) -> PostDominators {
        let graph = Reversed::new(body);
        let immediate = graph.immediate();
        let mut controllers: EntityMap<Block, Vec<Block>> =
            body.blocks.keys().map(|_| Vec::new()).collect();
        for (block, data) in body.blocks.iter() {
            let join = immediate[block];
            for next in successors(&data.terminator) {
                let mut dependent = Some(next);
                while dependent != join {
                    let Some(at) = dependent else { break };
                    if !controllers[at].contains(&block) {
                        controllers[at].push(block);
                    }
                    dependent = immediate[at];
                }
            }
        }
        PostDominators { immediate, controllers }
    }

    /// The first block that every way out of `block` leads through; `None` if that is the end of the body.
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.immediate[block]
    }

    /// The blocks whose terminators decide whether `block` is executed.
    pub fn controllers(&self, block: Block) -> &[Block] {
        &self.controllers[block]
    }
}

/// The control-flow graph with its edges turned round; the virtual exit is the last node.
struct Reversed {
    /// Successors in the body, the exit included.
    next: Vec<Vec<usize>>,
    /// Nodes in an order in which most successors come first, the exit at the front.
    order: Vec<usize>,
}

impl Reversed {
    fn new(body: &Body) -> Reversed {
        let count = body.blocks.len();
        let mut next: Vec<Vec<usize>> = body
            .blocks
            .values()
            .map(|data| successors(&data.terminator).iter().map(|block| block.index()).collect())
            .collect();
        next.push(Vec::new());
        for targets in next[..count].iter_mut().filter(|targets| targets.is_empty()) {
            targets.push(count);
        }
        let mut before = predecessors(&next);
        let mut order = postorder(&before, count);
        if order.len() <= count {
            let mut reached = vec![false; count + 1];
            order.iter().for_each(|&node| reached[node] = true);
            for node in (0..count).filter(|&node| !reached[node]) {
                next[node].push(count);
            }
            before = predecessors(&next);
            order = postorder(&before, count);
        }
        order.reverse();
        Reversed { next, order }
    }

    /// Cooper, Harvey and Kennedy's iteration.
    fn immediate(&self) -> EntityMap<Block, Option<Block>> {
        const UNKNOWN: usize = usize::MAX;
        let exit = self.next.len() - 1;
        let mut rank = vec![0; self.next.len()];
        self.order.iter().enumerate().for_each(|(position, &node)| rank[node] = position);
        let mut nearest = vec![UNKNOWN; self.next.len()];
        nearest[exit] = exit;
        let mut changed = true;
        while changed {
            changed = false;
            for &node in self.order.iter().filter(|&&node| node != exit) {
                let known = self.next[node].iter().copied().filter(|&to| nearest[to] != UNKNOWN);
                let common = known.reduce(|mut a, mut b| {
                    while a != b {
                        while rank[a] > rank[b] {
                            a = nearest[a];
                        }
                        while rank[b] > rank[a] {
                            b = nearest[b];
                        }
                    }
                    a
                });
                let common = common.unwrap_or(exit);
                if nearest[node] != common {
                    nearest[node] = common;
                    changed = true;
                }
            }
        }
        (0..exit).map(|node| (nearest[node] != exit).then(|| Block::new(nearest[node]))).collect()
    }
}

fn predecessors(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); next.len()];
    for (node, targets) in next.iter().enumerate() {
        targets.iter().for_each(|&target| before[target].push(node));
    }
    before
}

/// The nodes that `root` leads to along `edges`, each behind those it leads to.
fn postorder(edges: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::new();
    let mut open = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, at)) = open.last_mut() {
        match edges[*node].get(*at) {
            Some(&target) => {
                *at += 1;
                if !std::mem::replace(&mut seen[target], true) {
                    open.push((target, 0));
                }
            }
            None => {
                order.push(*node);
                open.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use raddle_ir::{Block, Body, parse_program};

    use super::PostDominators;

    fn body(text: &str) -> Body {
        let program = parse_program(text).expect("a valid program");
        let function = program.function("f").expect("it is there");
        program.functions[function].body.clone().expect("it has a body")
    }

    #[test]
    fn a_diamond_joins_and_only_its_sides_depend_on_it() {
        let facts = PostDominators::new(&body(
            "fn0 \"f\" (r0 i1) -> () {\n  r0 i1\nb0:\n  branch r0, b1, b2\nb1:\n  jump b3\n\
             b2:\n  jump b3\nb3:\n  return\n}\n",
        ));
        assert_eq!(facts.immediate(Block(0)), Some(Block(3)));
        assert_eq!(facts.immediate(Block(3)), None);
        assert_eq!(facts.controllers(Block(1)), [Block(0)]);
        assert_eq!(facts.controllers(Block(2)), [Block(0)]);
        assert!(facts.controllers(Block(3)).is_empty());
    }

    #[test]
    fn a_loop_controls_itself_and_an_early_return_controls_the_rest() {
        let facts = PostDominators::new(&body(
            "fn0 \"f\" (r0 i1) -> () {\n  r0 i1\nb0:\n  jump b1\nb1:\n  branch r0, b2, b3\n\
             b2:\n  branch r0, b1, b4\nb3:\n  return\nb4:\n  return\n}\n",
        ));
        assert_eq!(facts.immediate(Block(1)), None);
        assert_eq!(facts.controllers(Block(1)), [Block(2)]);
        assert_eq!(facts.controllers(Block(3)), [Block(1)]);
        assert_eq!(facts.controllers(Block(4)), [Block(2)]);
    }

    #[test]
    fn endless_loops_have_an_exit_too() {
        let facts = PostDominators::new(&body(
            "fn0 \"f\" (r0 i1) -> () {\n  r0 i1\nb0:\n  branch r0, b1, b2\nb1:\n  jump b1\n\
             b2:\n  return\n}\n",
        ));
        assert_eq!(facts.immediate(Block(0)), None);
        assert!(facts.controllers(Block(1)).contains(&Block(0)));
        assert_eq!(facts.controllers(Block(2)), [Block(0)]);
    }
}
