// An open hash table with a full test finds what was inserted, for symbolic keys that may collide.
//@ verdict: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 4

static unsigned keys[SIZE];
static int used[SIZE];

static int slot_of(unsigned key)
{
    unsigned slot = key % SIZE;
    for (int probes = 0; probes < SIZE; probes++) {
        if (!used[slot] || keys[slot] == key)
            return (int)slot;
        slot = (slot + 1) % SIZE;
    }
    return -1;
}

static void insert(unsigned key)
{
    int slot = slot_of(key);
    if (slot >= 0) {
        used[slot] = 1;
        keys[slot] = key;
    }
}

int main(void)
{
    unsigned first = __VERIFIER_nondet_uchar(), second = __VERIFIER_nondet_uchar();
    insert(first);
    insert(second);
    int a = slot_of(first), b = slot_of(second);
    assert(a >= 0 && b >= 0 && used[a] && used[b]);
    assert((a == b) == (first == second));
    return 0;
}
