// A node is freed before what hangs on it.
//@ flags: --function tree_free
//@ verdict: unsafe
#include <raddle.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

static void release(struct tree *tree)
{
    if (!tree)
        return;
    free(tree);
    release(tree->left); //~ FINDING memory-use-after-free
    release(tree->right);
}

void tree_free(struct tree *tree)
{
    raddle_requires(tree(tree, left, right) && ends(tree, left, right, 2));
    release(tree);
}
