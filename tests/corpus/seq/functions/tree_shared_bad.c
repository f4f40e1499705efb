// Without a word about it, both children may be the same node.
//@ flags: --function drop_children
//@ verdict: unsafe
#include <raddle.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
};

void drop_children(struct tree *tree)
{
    raddle_requires(tree && acyclic(tree, left, right));
    free(tree->left);
    free(tree->right); //~ FINDING memory-double-free
}
