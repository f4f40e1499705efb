// Without a look at races, copies of structs are taken for one step, and the report says where.
//@ verdict: safe
//@ property: assert
//@ assumption: A0203
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

struct pair {
    long a, b;
} shared;

static void *work(void *unused)
{
    struct pair both = {1, 1};
    shared = both;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    struct pair seen = shared;
    assert(seen.a == seen.b);
    pthread_join(thread, 0);
    return 0;
}
