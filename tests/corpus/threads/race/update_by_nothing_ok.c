// Who reads after the join does not race with an update that adds nothing, and neither does one that is refused with a read.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor default
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[default] flags: --summaries=on
#include <pthread.h>

static int level;

static void *look(void *unused)
{
    __sync_fetch_and_add(&level, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    int expected = 1;
    __atomic_compare_exchange_n(&level, &expected, 2, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    pthread_join(thread, 0);
    return level;
}
