// Any number of items goes through a ring; semaphores count its free places and its items.
// verdict: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t slots, items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, count;

static void *produce(void *unused)
{
    for (int i = 0; i < count; i++) {
        sem_wait(&slots);
        pthread_mutex_lock(&lock);
        used++;
        pthread_mutex_unlock(&lock);
        sem_post(&items);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    count = __VERIFIER_nondet_int();
    sem_init(&slots, 0, 2);
    sem_init(&items, 0, 0);
    pthread_create(&thread, 0, produce, 0);
    for (int i = 0; i < count; i++) {
        sem_wait(&items);
        pthread_mutex_lock(&lock);
        assert(used > 0);
        used--;
        pthread_mutex_unlock(&lock);
        sem_post(&slots);
    }
    pthread_join(thread, 0);
    sem_destroy(&slots);
    sem_destroy(&items);
    return 0;
}
