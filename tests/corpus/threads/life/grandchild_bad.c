// A thread creates a detached one and ends; who joins the first is not ordered after the second.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int variable;

static void *grandchild(void *unused)
{
    variable = 1; //~ FINDING race
    return unused;
}

static void *child(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, 0, grandchild, 0);
    pthread_detach(thread);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, child, 0);
    pthread_join(thread, 0);
    variable = 2; //~ RELATED race
    return 0;
}
