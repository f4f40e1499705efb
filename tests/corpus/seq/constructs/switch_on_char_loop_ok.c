// Duff's device: a switch that jumps into the middle of a loop.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int copied(unsigned count)
{
    int total = 0;
    unsigned rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { total++;
    case 3:      total++;
    case 2:      total++;
    case 1:      total++;
            } while (--rounds > 0);
    }
    return total;
}

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint() % 9;
    if (count == 0)
        return 0;
    assert(copied(count) == (int)count);
    return 0;
}
