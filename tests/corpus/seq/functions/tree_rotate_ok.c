// A rotation needs a left child.
//@ flags: --function rotate_right --where "root && *root"
//@ verdict: safe
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

void rotate_right(struct tree **root)
{
    struct tree *old = *root, *new = old->left;
    if (!new)
        return;
    old->left = new->right;
    new->right = old;
    *root = new;
}
