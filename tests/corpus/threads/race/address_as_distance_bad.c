// The address of heap memory reaches the other thread as a distance from a global variable.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

char origin;
atomic_ulong box;

static void *writer(void *unused)
{
    uintptr_t hidden = box;
    if (hidden)
        *(int *)(hidden + (uintptr_t)&origin) = 1; //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *cell = malloc(sizeof *cell);
    *cell = 0;
    pthread_create(&thread, 0, writer, 0);
    box = (uintptr_t)cell - (uintptr_t)&origin;
    *cell = 2; //~ RELATED race
    pthread_join(thread, 0);
    free(cell);
    return 0;
}
