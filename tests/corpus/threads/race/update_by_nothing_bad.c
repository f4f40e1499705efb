// An atomic update that adds nothing writes all the same: who reads without more ado races with it.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor default
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[default] flags: --summaries=on
#include <pthread.h>

static int level;

static void *look(void *unused)
{
    __sync_fetch_and_add(&level, 0); //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    int seen = level; //~ RELATED race
    pthread_join(thread, 0);
    return seen;
}
