#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *unused) {
    int seen = counter;
    counter = seen + 1;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, increment, 0);
    pthread_create(&second, 0, increment, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
}
