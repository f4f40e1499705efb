// Main returns while a thread that it created creates another one: the access of the grandchild may still come first.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int x = 1;

static void *grandchild(void *unused)
{
    int seen = x; //~ FINDING data-race
    (void)seen;
    return unused;
}

static void *child(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, 0, grandchild, 0);
    return unused;
}

static void *idle(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, child, 0);
    x = 0;
    pthread_create(&two, 0, idle, 0);
    return 0;
}
