// Handlers do not run after abort, which is the only finding.
//@ verdict: unsafe
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
    if (__VERIFIER_nondet_int() == 2)
        abort(); //~ FINDING abort
    finished = 1;
    return 0;
}
