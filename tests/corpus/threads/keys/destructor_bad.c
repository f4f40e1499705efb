// The destructors of two threads count without a lock.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_key_t key;
int destroyed;

static void destroy(void *value)
{
    (void)value;
    destroyed++; //~ FINDING data-race
}

static void *work(void *unused)
{
    pthread_setspecific(key, &key);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_key_create(&key, destroy);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
