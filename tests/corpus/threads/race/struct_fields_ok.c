// Different fields of one structure do not race.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

struct {
    char left;
    char right;
    int both[2];
} s;

static void *first(void *unused)
{
    s.left = 1;
    s.both[0] = 1;
    return unused;
}

static void *second(void *unused)
{
    s.right = 2;
    s.both[1] = 2;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(s.left + s.right + s.both[0] + s.both[1] == 6);
    return 0;
}
