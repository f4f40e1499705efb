// The look-behind is skipped at position 0, so the global array is never left.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int samples[4] = {1, 2, 3, 4};

static int step_at(unsigned position)
{
    if (position == 0)
        return samples[0];
    return samples[position] - samples[(int)position - 1];
}

int main(void)
{
    unsigned position = __VERIFIER_nondet_uint() % 4;
    assert(step_at(position) == 1);
    return 0;
}
