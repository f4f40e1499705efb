// The copies touch different halves.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <string.h>

char buffer[8];

static void *left(void *unused)
{
    memcpy(buffer, "abcd", 4);
    return unused;
}

static void *right(void *unused)
{
    memset(buffer + 4, 'x', 4);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, left, 0);
    pthread_create(&two, 0, right, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(memcmp(buffer, "abcdxxxx", 8) == 0);
    return 0;
}
