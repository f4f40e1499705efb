// A try-lock that fails orders nothing, although the mutex was given back before.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int variable, seen;

static void *writer(void *unused)
{
    variable = 1; //~ FINDING race
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *reader(void *unused)
{
    if (pthread_mutex_trylock(&m) != 0)
        seen = variable; //~ RELATED race
    else
        pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
