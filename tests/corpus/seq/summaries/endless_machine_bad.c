// A machine with few states that reads inputs for ever, until three right ones come in a row.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int next(int state, int input)
{
    switch (state) {
    case 0: return input == 1 ? 1 : 0;
    case 1: return input == 2 ? 2 : 0;
    case 2: return input == 3 ? 7 : 1;
    default: return 7;
    }
}

int main(void)
{
    int state = 0;
    for (;;) {
        int input = __VERIFIER_nondet_int();
        int later = next(state, input);
        if (later == 0)
            state = 0;
        else if (later == 1)
            state = 1;
        else
            state = later == 2 ? 2 : 3;
        assert(state < 3); //~ FINDING assertion
    }
}
