// Three threads share two permits, each as often as it likes; whoever is gone has given back what it took.
// flags: -p deadlock
// verdict: safe
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t permits;

static void *work(void *unused)
{
    int n = __VERIFIER_nondet_int();
    while (n-- > 0) {
        sem_wait(&permits);
        sem_post(&permits);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    sem_init(&permits, 0, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
