// Only an equal key ends the search: where there is none it goes on through null.
//@ flags: --function insert
//@ verdict: unsafe
#include <raddle.h>
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

void insert(struct tree **root, struct tree *node)
{
    raddle_requires(root && node && acyclic(*root, left));
    raddle_requires(!*root || (!(*root)->left && !(*root)->right));
    struct tree **place = root;
    while ((*place)->key != node->key) //~ FINDING memory-null-dereference
        place = node->key < (*place)->key ? &(*place)->left : &(*place)->right;
    node->left = node->right = NULL;
    *place = node;
}
