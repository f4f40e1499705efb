// A unit is there, but the time is wrong: it is not taken.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
    sem_t semaphore;
    struct timespec until = {0, 1000000000};
    sem_init(&semaphore, 0, 1);
    assert(sem_timedwait(&semaphore, &until) == 0);  //~ FINDING assert
    return 0;
}
