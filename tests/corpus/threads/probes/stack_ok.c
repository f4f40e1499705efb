// A stack under one lock, from which is only popped what is there.
//@ verdict: safe
//@ family: SIZE=2,4,8
#include <assert.h>
#include <pthread.h>
#ifndef SIZE
#define SIZE 800
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int stack[SIZE], top;

void *pusher(void *unused) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        assert(top < SIZE);
        stack[top++] = i;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

void *popper(void *unused) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (top > 0) {
            top--;
            assert(top >= 0);
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
