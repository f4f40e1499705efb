// Two threads have to take turns eleven times before something fails: far more preemptions than the first probes allow. What they have not found says nothing.
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>

#define ROUNDS 6
#define LAST (2 * ROUNDS - 1)

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int turn, steps;

void step(int expected) {
    pthread_mutex_lock(&m);
    steps = 3 * steps + expected;
    if (turn == expected)
        turn++;
    pthread_mutex_unlock(&m);
}

void *first(void *unused) {
    for (int i = 0; i < ROUNDS; i++)
        step(2 * i);
    return NULL;
}

void *second(void *unused) {
    for (int i = 0; i < ROUNDS; i++)
        step(2 * i + 1);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(turn < LAST || steps == 0);  //~ FINDING assert
    return 0;
}
