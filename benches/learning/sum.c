// N threads add what they are given to a sum under a lock: numbers that nobody knows.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int sum, summands[N];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add(void *own) {
    pthread_mutex_lock(&lock);
    sum += *(int *)own;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t threads[N];
    int expected = 0;
    for (int i = 0; i < N; i++) {
        summands[i] = __VERIFIER_nondet_int();
        if (summands[i] < 0 || summands[i] > 100)
            return 0;
        expected += summands[i];
    }
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, add, &summands[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(sum == expected);
    return 0;
}
