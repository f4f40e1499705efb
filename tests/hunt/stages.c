// Two threads have to take turns: the second one moves on only between two steps of the first, which asks for an input value first. Both have a long way of their own
// to go before, so that to start again costs a lot.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

#ifndef WORK
#define WORK 400
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stage, shared, work[2];

static int advance(int from, int to) {
    pthread_mutex_lock(&lock);
    int moved = stage == from;
    if (moved)
        stage = to;
    pthread_mutex_unlock(&lock);
    return moved;
}

static void toil(int who) {
    for (int i = 0; i < WORK; i++)
        work[who] += i;
}

static void *first(void *argument) {
    int input = *(int *)argument;
    toil(0);
    if (input != 48611 || !advance(0, 1))
        return 0;
    if (!advance(2, 3))
        return 0;
    shared = input; // target write
    return argument;
}

static void *second(void *argument) {
    toil(1);
    if (!advance(1, 2))
        return 0;
    return shared ? argument : 0; // target read
}

int main(void) {
    int input = __VERIFIER_nondet_int();
    pthread_t threads[2];
    pthread_create(&threads[0], 0, first, &input);
    pthread_create(&threads[1], 0, second, &input);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
