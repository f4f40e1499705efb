// The failure of two_preemptions_bad.c is out of reach, and what was left out is said.
//@ property: assert
//@ verdict: unknown
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off --preemptions 1
//@[dpor] flags: --reduce=dpor --summaries=off --preemptions 1
//@[default] flags: --preemptions 1
//@ reason: U0106
#include <pthread.h>
#include <raddle.h>

#define STEP(...) do { raddle_atomic_begin(); __VA_ARGS__; raddle_atomic_end(); } while (0)

int x;

static void *write(void *unused)
{
    STEP(x = 1);
    STEP(x = 0);
    return unused;
}

static void *read(void *unused)
{
    int first, second;
    STEP(first = x);
    STEP(second = x);
    raddle_check(!(first == 1 && second == 0));
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, write, 0);
    pthread_create(&two, 0, read, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
