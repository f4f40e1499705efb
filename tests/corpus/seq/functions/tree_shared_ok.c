// Both children are freed, which are two nodes.
//@ flags: --function drop_children
//@ verdict: safe
#include <raddle.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
};

void drop_children(struct tree *tree)
{
    raddle_requires(tree && tree(tree, left, right));
    free(tree->left);
    free(tree->right);
}
