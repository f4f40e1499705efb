// Nobody looks whether there is a left child.
//@ flags: --function rotate_right --where "root && *root"
//@ verdict: unsafe
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

void rotate_right(struct tree **root)
{
    struct tree *old = *root, *new = old->left;
    old->left = new->right; //~ FINDING memory-null-dereference
    new->right = old;
    *root = new;
}
