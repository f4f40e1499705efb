// A clean-up handler that is called where it is popped finds memory as it is there: no thread ends itself.
// flags: -p assert
// verdict: safe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int rounds, state;

static void clean_up(void *unused)
{
    for (int i = 0; i < rounds; i++)
        ;
    assert(state == 2);
}

static void *work(void *unused)
{
    state = 1;
    pthread_cleanup_push(clean_up, 0);
    state = 2;
    pthread_cleanup_pop(1);
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
