// A search in a skip list whose levels are an argument: an element of `next` is looked at where the level leads to it, and the nodes behind all of them are few.
//@ flags: --function find --where "head && 0 < levels && levels <= 4 && ends(head, next, 4)"
//@ verdict: safe
struct node {
    int key, height;
    struct node *next[4];
};

struct node *find(struct node *head, int levels, int key)
{
    struct node *at = head;
    for (int level = levels - 1; level >= 0; level--)
        while (at->next[level] && at->next[level]->key < key)
            at = at->next[level];
    at = at->next[0];
    return at && at->key == key ? at : 0;
}
