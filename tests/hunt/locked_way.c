// A target behind a lock, a condition on a local of its function and one on what another thread writes. The other thread takes a lock of its own, which is on no
// way to the target.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *prepare(void *unused) {
    (void)unused;
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    pthread_mutex_lock(&guard);
    ready = 1;
    pthread_mutex_unlock(&guard);
    return 0;
}

static void *use(void *unused) {
    int tries[2] = {0, 0};
    (void)unused;
    tries[1]++;
    pthread_mutex_lock(&guard);
    if (ready && tries[1] == 1) {
        abort(); // target both
    }
    ready = 2;
    pthread_mutex_unlock(&guard);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, prepare, 0);
    pthread_create(&two, 0, use, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
