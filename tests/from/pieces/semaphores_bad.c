// Any number of items goes through a ring with room for one; the consumer leaves two of them there.
// verdict: unsafe
// finding: R0501
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t slots, items;
static int count;

static void *produce(void *unused)
{
    for (int i = 0; i < count; i++) {
        sem_wait(&slots);
        sem_post(&items);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    count = __VERIFIER_nondet_int();
    sem_init(&slots, 0, 1);
    sem_init(&items, 0, 0);
    pthread_create(&thread, 0, produce, 0);
    for (int i = 2; i < count; i++) {
        sem_wait(&items);
        sem_post(&slots);
    }
    pthread_join(thread, 0);
    return 0;
}
