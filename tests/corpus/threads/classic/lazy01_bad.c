// Three threads change a number under a lock; the third one objects to what the other two can make of it.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

static void *add_one(void *unused)
{
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *add_two(void *unused)
{
    pthread_mutex_lock(&m);
    data += 2;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *watch(void *unused)
{
    pthread_mutex_lock(&m);
    assert(data < 3); //~ FINDING assertion
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, add_one, 0);
    pthread_create(&two, 0, add_two, 0);
    pthread_create(&three, 0, watch, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
