// Two workers count their rounds for ever. If the first one makes round 400, an assertion fails; if the second one does, they go on. Something was found, and the
// run at hand has no end in sight: the search stops by itself and says where.
//@ verdict: unsafe
//@ property: assert
//@ reason: U0150
//@ output: goes round the loop at line 15
//@ time: 60
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned rounds;

void *worker(void *second) {
    for (;;) {
        pthread_mutex_lock(&m);
        rounds++;
        assert(rounds != 400 || second);  //~ FINDING assert
        assert(rounds != 4000000);
        pthread_mutex_unlock(&m);
    }
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, &rounds);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
