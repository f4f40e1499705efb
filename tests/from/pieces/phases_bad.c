// Without threads: a mistake behind two loops whose lengths are inputs.
// verdict: unsafe
// finding: R0101
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int count(int limit)
{
    int found = 0;
    for (int i = 0; i < limit; i++)
        if (__VERIFIER_nondet_int() > 0)
            found++;
    return found;
}

int main(void)
{
    int first = count(__VERIFIER_nondet_int());
    int second = 0;
    while (__VERIFIER_nondet_int() != 0)
        second += 2;
    if (first == 7)
        assert(second != 40);
    return 0;
}
