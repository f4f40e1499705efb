// A node is hung into a search tree at a pointer to a pointer.
//@ flags: --function insert
//@ verdict: safe
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
    while (*place)
        place = node->key < (*place)->key ? &(*place)->left : &(*place)->right;
    node->left = node->right = NULL;
    *place = node;
}
