// A bounded stack under a lock: pop does not look whether there is anything.
//@ verdict: unsafe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int items[N], top;

static void *push_all(void *unused)
{
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&m);
        assert(top < N);
        items[top++] = k;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *pop_all(void *unused)
{
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&m);
        assert(top > 0); //~ FINDING assertion
        top--;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, push_all, 0);
    pthread_create(&two, 0, pop_all, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
