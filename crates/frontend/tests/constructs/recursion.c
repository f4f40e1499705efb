// Recursion: direct, mutual, through a pointer, with a struct result, deep data structures.
struct node { int value; struct node *left, *right; };
int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int odd(int n);
int even(int n) { return n == 0 || odd(n - 1); }
int odd(int n) { return n != 0 && even(n - 1); }
int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
int depth(struct node *t) { if (!t) return 0; int l = depth(t->left), r = depth(t->right); return 1 + (l > r ? l : r); }
struct node leaf = { 1 }, root = { 2, &leaf, &root };
int main(void) { root.right = 0; return factorial(5) + even(6) + ackermann(2, 2) + depth(&root); }
