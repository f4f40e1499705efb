// Handlers also run when main returns, but not after _Exit.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int finished;

static void must_be_finished(void)
{
    assert(finished);
}

int main(void)
{
    atexit(must_be_finished);
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        _Exit(1);
    finished = 1;
    return 0;
}
