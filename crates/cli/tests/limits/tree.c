// A function over pointers to anything: each access may go to every object, and the tree has no end.
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
struct node *insert(struct node *root, int key) {
  if (!root) {
    struct node *n = malloc(sizeof *n);
    n->key = key; n->left = n->right = 0;
    return n;
  }
  if (key < root->key) root->left = insert(root->left, key);
  else if (key > root->key) root->right = insert(root->right, key);
  return root;
}
int main(void) { return insert(0, 1) == 0; }
