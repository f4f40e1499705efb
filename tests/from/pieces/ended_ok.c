// One of two threads in lock-step is gone: then the other has passed the barrier as often, and does not wait for it any more.
// verdict: safe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t barrier;
static int rounds;

static void *work(void *unused)
{
    for (int i = 0; i < rounds; i++) {
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    rounds = __VERIFIER_nondet_int();
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
