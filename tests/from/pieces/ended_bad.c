// The same with a thread that leaves earlier: the other waits for it for ever.
// verdict: unsafe
// finding: R0501
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t barrier;
static int rounds;

static void *work(void *first)
{
    for (int i = 0; i < rounds; i++) {
        pthread_barrier_wait(&barrier);
        if (first && i == 1)
            break;
        pthread_barrier_wait(&barrier);
    }
    return first;
}

int main(void)
{
    pthread_t threads[2];
    rounds = __VERIFIER_nondet_int();
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, i ? &rounds : 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
