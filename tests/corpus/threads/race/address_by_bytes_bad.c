// The address of a local variable is handed to the other thread byte by byte.
//@ verdict: unsafe
//@ property: race
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int *handed;
atomic_int ready;

static void *writer(void *unused)
{
    if (ready)
        *handed = 1;  //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t thread;
    int local = 0;
    int *address = &local;
    pthread_create(&thread, 0, writer, 0);
    for (size_t i = 0; i < sizeof address; i++)
        ((char *)&handed)[i] = ((char *)&address)[i];
    ready = 1;
    local = 2;  //~ RELATED race
    pthread_join(thread, 0);
    return 0;
}
