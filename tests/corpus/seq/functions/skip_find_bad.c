// The first level looked at is one above the highest.
//@ flags: --function find --where "head && 0 < levels && levels <= 4 && ends(head, next, 4)"
//@ verdict: unsafe
struct node {
    int key, height;
    struct node *next[4];
};

struct node *find(struct node *head, int levels, int key)
{
    struct node *at = head;
    for (int level = levels; level >= 0; level--)
        while (at->next[level] && at->next[level]->key < key) //~ FINDING memory-out-of-bounds
            at = at->next[level];
    at = at->next[0];
    return at && at->key == key ? at : 0;
}
