// Two workers under one lock go round for ever and count their rounds in a variable of their own, in a shared one and in an atomic one. Nothing depends on
// these counts, so they are no part of a state.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int busy;
long rounds;
atomic_ulong all;

void *worker(void *unused) {
    for (unsigned own = 0;; own++) {
        pthread_mutex_lock(&m);
        assert(!busy);
        busy = 1;
        rounds += 2;
        busy = 0;
        pthread_mutex_unlock(&m);
        atomic_fetch_add(&all, 1);
    }
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
