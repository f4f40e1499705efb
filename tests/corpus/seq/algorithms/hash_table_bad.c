// The probing loop of an open hash table visits more slots than there are when the table is full.
//@ verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 4

static unsigned keys[SIZE];
static int used[SIZE];

static int insert(unsigned key)
{
    unsigned slot = key % SIZE;
    for (int probes = 0; used[slot]; probes++) {
        if (keys[slot] == key)
            return 0;
        assert(probes < SIZE); //~ FINDING assertion
        slot = (slot + 1) % SIZE;
    }
    used[slot] = 1;
    keys[slot] = key;
    return 1;
}

int main(void)
{
    for (unsigned i = 0; i < SIZE; i++)
        insert(i * 3);
    insert(__VERIFIER_nondet_uint() % 16);
    return 0;
}
