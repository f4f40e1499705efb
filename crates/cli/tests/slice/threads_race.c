//@ property: race
// With races in question, all accesses to what threads share are in the slice, but not the values.
#include <assert.h>
#include <pthread.h>

int shown, statistics;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *argument) {
    statistics = 1;
    shown = 1;
    statistics = 2;
    return argument;
}

static void *reader(void *argument) {
    int value = shown;
    statistics--;
    pthread_mutex_lock(&mutex);
    statistics += value;
    pthread_mutex_unlock(&mutex);
    assert(value <= 1);
    return argument;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    statistics = 0;
    return 0;
}
