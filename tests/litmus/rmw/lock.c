// An addition under a lock and one that is not atomic under the same lock.
//@ litmus: lock m; a=p; p=a+1; unlock m | lock m; b=p; p=b+1; unlock m
//@ asks: p=1
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b;

static void *thread1(void *unused) {
    pthread_mutex_lock(&m);
    a = p;
    p = a+1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *thread2(void *unused) {
    pthread_mutex_lock(&m);
    b = p;
    p = b+1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(p == 1));
    return 0;
}
