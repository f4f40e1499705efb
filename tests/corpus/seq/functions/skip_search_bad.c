// The highest level is one less than there are.
//@ flags: --function find --where head
//@ verdict: unsafe
#define LEVELS 3
struct tower {
    int key;
    struct tower *next[LEVELS];
};

struct tower *find(struct tower *head, int key)
{
    struct tower *at = head;
    for (int level = LEVELS; level >= 0; level--)
        for (int steps = 0; steps < 2 && at->next[level] && at->next[level]->key < key; steps++) //~ FINDING memory-out-of-bounds
            at = at->next[level];
    return at;
}
