// Main joins one of the writers and reads what both write.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int x;

static void *writer(void *unused)
{
    x = 1; //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, writer, 0);
    pthread_join(one, 0);
    pthread_create(&two, 0, writer, 0);
    int seen = x;
    pthread_join(two, 0);
    return seen;
}
