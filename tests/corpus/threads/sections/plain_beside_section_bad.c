// A plain write is not kept out by an atomic section.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <raddle.h>

int x;

static void *careful(void *unused)
{
    raddle_atomic_begin();
    x++;
    raddle_atomic_end();
    return unused;
}

static void *careless(void *unused)
{
    x = 5; //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, careful, 0);
    pthread_create(&second, 0, careless, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
