// `shared` is written after it was published, without the lock. A racing load of optimised code does not prove that the source
// has a race, so this is no finding, but it is never safe.
//@ verdict: unknown
//@ reason: U0308
//@ flags: -- -O2
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int published, shared, sum;

static void *reader(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    int may = published;
    pthread_mutex_unlock(&lock);
    int result = 1;
    if (may)
        result += shared;
    sum = result;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    pthread_mutex_lock(&lock);
    published = 1;
    pthread_mutex_unlock(&lock);
    shared = 5;
    pthread_join(t, 0);
    assert(sum == 1 || sum == 6);
    return 0;
}
