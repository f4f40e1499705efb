// The second thread must come before the whole turn of the first one, whose last write it would otherwise have to preempt it for:
// with a bound it does not suffice to try it before that write alone.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off --preemptions 0
//@[dpor] flags: --reduce=dpor --summaries=off --preemptions 0
//@[default] flags: --preemptions 0
//@ reason: U0106
#include <pthread.h>
#include <raddle.h>

#define STEP(...) do { raddle_atomic_begin(); __VA_ARGS__; raddle_atomic_end(); } while (0)

int x, y;

static void *one(void *unused)
{
    STEP(y = 1);
    STEP(x = 1);
    return unused;
}

static void *two(void *unused)
{
    int seen;
    STEP(seen = x);
    raddle_check(seen == 1); //~ FINDING check
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
