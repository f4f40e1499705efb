// A machine that goes on for ever has its state in memory: its numbers are not joined, so that circles of states close.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int mode;

int main(void)
{
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (input > 5)
            mode = 1;
        else
            mode = 2;
        assert(mode != 0);
    }
}
