// A clean-up handler finds memory as it is where the thread ends itself, and not as it was where the handler was pushed.
// flags: -p assert
// verdict: unsafe
// finding: R0101
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int rounds, state;

static void clean_up(void *unused)
{
    for (int i = 0; i < rounds; i++)
        ;
    assert(rounds <= 3 || state != 2);
}

static void *work(void *unused)
{
    state = 1;
    pthread_cleanup_push(clean_up, 0);
    state = 2;
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    rounds = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
