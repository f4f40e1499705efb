// Three stages hand a value on through flags; the last one may look before the second has written. Eleven assertions.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int raw, raw_ready, cooked, cooked_ready, served, mistakes;

static void *fetch(void *argument) {
    pthread_mutex_lock(&lock);
    assert(raw == 0);
    raw = 21;
    raw_ready = 1;
    assert(cooked == 0 || cooked == 42);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *cook(void *argument) {
    pthread_mutex_lock(&lock);
    int ready = raw_ready;
    assert(!ready || raw == 21);
    if (ready)
        cooked = 2 * raw;
    cooked_ready = 1; // wrong: also where nothing was there to cook
    assert(!ready || cooked == 42);
    pthread_mutex_unlock(&lock);
    assert(mistakes == 0);
    return argument;
}

static void *serve(void *argument) {
    pthread_mutex_lock(&lock);
    if (cooked_ready) {
        assert(raw_ready); // wrong: the cook may have been first
        assert(cooked == 42); // wrong, where the one above fails too
        served = cooked;
    }
    pthread_mutex_unlock(&lock);
    assert(served == 0 || served == 42);
    return argument;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, fetch, 0);
    pthread_create(&threads[1], 0, cook, 0);
    pthread_create(&threads[2], 0, serve, 0);
    for (int index = 0; index < 3; index++)
        pthread_join(threads[index], 0);
    assert(raw == 21);
    assert(cooked_ready == 1);
    assert(served != 42 || cooked == 42);
    return 0;
}
