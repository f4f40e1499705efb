// Even a single thread can wait for ever: the default properties of a program with locks include deadlock.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <semaphore.h>

int main(void)
{
    sem_t units;
    sem_init(&units, 0, 1);
    sem_wait(&units);
    sem_wait(&units); //~ FINDING deadlock
    return 0;
}
