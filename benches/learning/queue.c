// One thread puts N elements into a queue under a lock, another one takes them out if there are any.
#include <assert.h>
#include <pthread.h>

int queue[N], head, tail;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *put(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        assert(tail < N);
        queue[tail++] = i;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *take(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        if (head < tail) {
            assert(queue[head] == head);
            head++;
        }
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t putting, taking;
    pthread_create(&putting, 0, put, 0);
    pthread_create(&taking, 0, take, 0);
    pthread_join(putting, 0);
    pthread_join(taking, 0);
    assert(head <= tail && tail == N);
    return 0;
}
