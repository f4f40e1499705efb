// Nobody says that the node is not taller than the list: where there is nothing before it, nothing was set.
//@ flags: --function insert --where "head && new && head != new && 0 < levels && levels <= 3 && new->height <= 3 && ends(head, next, 3)"
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
        new->next[level] = before[level]->next[level]; //~ FINDING memory-uninitialised
        before[level]->next[level] = new;
    }
}
