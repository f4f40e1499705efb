// Whoever was interrupted does without.
//@ flags: --calls-may-fail
//@ verdict: safe
//@ revisions: plain none
//@[none] flags: --reduce none --summaries off
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int shared;

static void *enter(void *unused) {
    if (sem_wait(&semaphore) != 0) {
        assert(errno == EINTR);
        return unused;
    }
    shared++;
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (sem_init(&semaphore, 0, 1) != 0) {
        assert(errno == ENOSPC);
        return 1;
    }
    if (pthread_create(&thread, NULL, enter, NULL) != 0)
        return 1;
    enter(NULL);
    pthread_join(thread, NULL);
    return 0;
}
