// The node may be taller than any node of the list can be.
//@ flags: --function insert --where "head && new && head != new && 0 < levels && levels <= 3 && new->height <= 4 && levels == 3 && ends(head, next, 3)"
//@ verdict: unsafe
struct node {
    int key, height;
    struct node *next[3];
};

void insert(struct node *head, int levels, struct node *new)
{
    struct node *before[3], *at = head;
    for (int level = levels - 1; level >= 0; level--) {
        while (at->next[level] && at->next[level]->key < new->key)
            at = at->next[level];
        before[level] = at;
    }
    for (int level = 0; level < new->height; level++) {
        new->next[level] = before[level]->next[level]; //~ FINDING memory-out-of-bounds
        before[level]->next[level] = new;
    }
}
