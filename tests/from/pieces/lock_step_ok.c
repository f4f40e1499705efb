// Threads go through any number of rounds in lock-step; those that a barrier releases are behind it when another one comes to an end.
// verdict: safe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t barrier;
static int rounds, cell;

static void *work(void *unused)
{
    for (int i = 0; i < rounds; i++) {
        cell = i;
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    rounds = __VERIFIER_nondet_int();
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, 0);
    for (int i = 0; i < rounds; i++) {
        pthread_barrier_wait(&barrier);
        int seen = cell;
        (void)seen;
        pthread_barrier_wait(&barrier);
    }
    pthread_join(thread, 0);
    return 0;
}
