// A search in a skip list goes down one level after the other.
//@ flags: --function find --where head
//@ verdict: safe
#define LEVELS 3
struct tower {
    int key;
    struct tower *next[LEVELS];
};

struct tower *find(struct tower *head, int key)
{
    struct tower *at = head;
    for (int level = LEVELS - 1; level >= 0; level--)
        for (int steps = 0; steps < 2 && at->next[level] && at->next[level]->key < key; steps++)
            at = at->next[level];
    return at;
}
