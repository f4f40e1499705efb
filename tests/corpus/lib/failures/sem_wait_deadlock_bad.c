// That a signal may come does not mean that one comes: nobody posts, and the wait may last for ever.
//@ flags: --calls-may-fail
//@ verdict: unsafe
//@ revisions: plain none
//@[none] flags: --reduce none --summaries off
#include <semaphore.h>

int main(void) {
    sem_t semaphore;
    if (sem_init(&semaphore, 0, 0) != 0)
        return 1;
    sem_wait(&semaphore);  //~ FINDING deadlock
    return 0;
}
