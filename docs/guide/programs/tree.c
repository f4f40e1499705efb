#include <stddef.h>

struct node {
    int key;
    struct node *left, *right;
};

struct node *smallest(struct node *root)
{
    while (root->left != NULL)
        root = root->left;
    return root;
}
