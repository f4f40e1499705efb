// Equal keys are not inserted again, so the walk sees strictly growing keys; everything is freed.
//@ property: assert memory memory:leak
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}

static long walk(struct tree *t, long last)
{
    if (!t)
        return last;
    last = walk(t->left, last);
    assert(t->key > last);
    last = walk(t->right, t->key);
    free(t);
    return last;
}

int main(void)
{
    struct tree *root = 0;
    for (int i = 0; i < 3; i++)
        root = insert(root, __VERIFIER_nondet_int());
    walk(root, -3000000000L);
    return 0;
}
