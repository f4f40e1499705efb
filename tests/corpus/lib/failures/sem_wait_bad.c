// A signal may end a wait: the unit was not taken, and both threads are in the section.
//@ flags: --calls-may-fail
//@ verdict: unsafe
//@ property: race
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int shared;

static void *enter(void *unused) {
    sem_wait(&semaphore);
    shared++;  //~ FINDING data-race
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (sem_init(&semaphore, 0, 1) != 0)
        return 1;
    if (pthread_create(&thread, NULL, enter, NULL) != 0)
        return 1;
    enter(NULL);
    pthread_join(thread, NULL);
    return 0;
}
