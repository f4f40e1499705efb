// A lock for many readers or one writer, made from a mutex and a condition variable. Two writers and N readers.
#include <assert.h>
#include <pthread.h>

#define WRITERS 2

int readers, writing, data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *read_twice(void *unused) {
    pthread_mutex_lock(&lock);
    while (writing)
        pthread_cond_wait(&changed, &lock);
    readers++;
    pthread_mutex_unlock(&lock);
    int before = data;
    assert(before == data);
    pthread_mutex_lock(&lock);
    if (--readers == 0)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *write_once(void *unused) {
    pthread_mutex_lock(&lock);
    while (writing || readers)
        pthread_cond_wait(&changed, &lock);
    writing = 1;
    pthread_mutex_unlock(&lock);
    data++;
    pthread_mutex_lock(&lock);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t of_readers[N], of_writers[WRITERS];
    for (int i = 0; i < N; i++)
        pthread_create(&of_readers[i], 0, read_twice, 0);
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&of_writers[i], 0, write_once, 0);
    for (int i = 0; i < N; i++)
        pthread_join(of_readers[i], 0);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(of_writers[i], 0);
    assert(data == WRITERS);
    return 0;
}
