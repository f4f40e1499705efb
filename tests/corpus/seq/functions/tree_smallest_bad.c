// The loop goes one node too far.
//@ flags: --function smallest
//@ verdict: unsafe
#include <raddle.h>
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

int smallest(const struct tree *tree)
{
    raddle_requires(tree && acyclic(tree, left));
    raddle_requires(!tree->left || !tree->left->left || !tree->left->left->left);
    while (tree)
        tree = tree->left;
    return tree->key; //~ FINDING memory-null-dereference
}
