// Minus one thread is too many.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_barrier_t barrier;
    assert(pthread_barrier_init(&barrier, NULL, -1) == 0);  //~ FINDING assert
    return 0;
}
