// The function of one once control uses another one, but not the other way round.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_once_t one = PTHREAD_ONCE_INIT, two = PTHREAD_ONCE_INIT;

static void nothing(void)
{
}

static void first(void)
{
    pthread_once(&two, nothing);
}

static void second(void)
{
    nothing();
}

static void *run_first(void *unused)
{
    pthread_once(&one, first);
    return unused;
}

static void *run_second(void *unused)
{
    pthread_once(&two, second);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, run_first, 0);
    pthread_create(&b, 0, run_second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
