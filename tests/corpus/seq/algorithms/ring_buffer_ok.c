// A ring buffer with a count: first in, first out, for all mixes of four operations.
//@ verdict: safe
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

#define SLOTS 3

static int slots[SLOTS];
static unsigned head, count;

static int put(int value)
{
    if (count == SLOTS)
        return 0;
    slots[(head + count++) % SLOTS] = value;
    return 1;
}

static int get(int *value)
{
    if (count == 0)
        return 0;
    *value = slots[head];
    head = (head + 1) % SLOTS;
    count--;
    return 1;
}

int main(void)
{
    int written = 0, read = 0, value;
    for (int i = 0; i < 5; i++) {
        if (__VERIFIER_nondet_bool())
            written += put(written);
        else if (get(&value))
            assert(value == read++);
        assert((int)count == written - read && count <= SLOTS);
    }
    return 0;
}
