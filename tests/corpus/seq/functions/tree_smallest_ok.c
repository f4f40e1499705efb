// The leftmost node of a tree is its smallest.
//@ flags: --function smallest
//@ verdict: safe
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
    while (tree->left)
        tree = tree->left;
    return tree->key;
}
