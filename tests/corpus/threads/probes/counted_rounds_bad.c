// Two workers under one lock go round for ever and count their rounds. The count is looked at, after very many of them, so it is a part of every state.
//@ verdict: unsafe
//@ flags: --property assert
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned rounds;

void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        rounds++;
        assert(rounds != 400);  //~ FINDING assert
        pthread_mutex_unlock(&m);
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
