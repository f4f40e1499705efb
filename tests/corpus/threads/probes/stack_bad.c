// A stack of 800 under one lock. Once something was pushed, a thread pops in every round and does not ask whether anything is left. The first
// run has thousands of transitions; the defect needs one preemption and twenty.
//@ verdict: unsafe
//@ flags: --first
//@ states: <= 1000
#include <assert.h>
#include <pthread.h>
#ifndef SIZE
#define SIZE 800
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int stack[SIZE], top, filled;

void *pusher(void *unused) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        assert(top < SIZE);
        stack[top++] = i;
        filled = 1;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

void *popper(void *unused) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (filled) {
            assert(top > 0);  //~ FINDING assert
            top--;
        }
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, pusher, NULL);
    pthread_create(&t[1], NULL, popper, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
