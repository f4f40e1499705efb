// A ring buffer that uses all its slots cannot tell full from empty: what was put in is lost.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define SLOTS 4

static int slots[SLOTS];
static unsigned head, tail;

static void put(int value)
{
    slots[tail] = value;
    tail = (tail + 1) % SLOTS;
}

static int is_empty(void)
{
    return head == tail;
}

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint() % 5;
    for (unsigned i = 0; i < count; i++)
        put(__VERIFIER_nondet_int());
    assert(is_empty() == (count == 0)); //~ FINDING assertion
    return 0;
}
