// The value has to go somewhere.
//@ verdict: unsafe
#include <semaphore.h>
#include <stddef.h>

int main(void) {
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    return sem_getvalue(&semaphore, NULL);  //~ FINDING memory-null-dereference
}
