// A later round of one thread sets a flag that the other one looks at before it has done anything: ends of fragments must not let it go on first.
// verdict: unsafe
// finding: R0101
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int flag;

static void *work(void *unused)
{
    int rounds = __VERIFIER_nondet_int();
    for (int i = 0; i < rounds; i++)
        if (i == 2)
            flag = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(flag == 0);
    pthread_join(thread, 0);
    return 0;
}
