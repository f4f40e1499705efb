// The compiler optimises: it loads `shared` before it is known whether the source reads it. That is no race.
//@ verdict: safe
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
    shared = 5;
    pthread_mutex_lock(&lock);
    published = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    assert(sum == 1 || sum == 6);
    return 0;
}
