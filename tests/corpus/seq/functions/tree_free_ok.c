// In a tree one comes to a node in one way only, so each is freed once.
//@ flags: --function tree_free
//@ verdict: safe
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
    release(tree->left);
    release(tree->right);
    free(tree);
}

void tree_free(struct tree *tree)
{
    raddle_requires(tree(tree, left, right) && ends(tree, left, right, 2));
    release(tree);
}
