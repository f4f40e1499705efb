// Adjacent bit-fields share their memory.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

struct {
    unsigned left : 4;
    unsigned right : 4;
} s;

static void *first(void *unused)
{
    s.left = 1; //~ FINDING data-race
    return unused;
}

static void *second(void *unused)
{
    s.right = 2;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
