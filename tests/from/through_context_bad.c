// A run that confirms a finding comes through the context; where there is none, the finding is refuted. Here `x` is checked while the other thread is about to set it,
// or has set it to one of two values, of which nothing is known but that they are some.
// from: --at T1=@check --at T2=@choice --confirm
// verdict: unsafe
// finding: R0101 @check confirmed
// from: --at T1=@check --at T2=@after --confirm
// verdict: safe
// from: --at T1=@check --at T2=@after
// verdict: unsafe
// finding: R0101 @check
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int x, y;
static int values[2] = {1, 2};

static void *checks(void *unused)
{
    (void)unused;
    assert(x > 0); // @check
    return 0;
}

static void *sets(void *unused)
{
    (void)unused;
    int which = __VERIFIER_nondet_int();
    x = values[which & 1]; // @choice
    y = 1; // @after
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, checks, 0);
    pthread_create(&two, 0, sets, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
