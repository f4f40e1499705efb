// Sums of unsigned numbers wrap around; what they come to is the same in each order.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[default] states: <= 3
//@[default] counter.pruned_by_locksets: 1
#include <assert.h>
#include <pthread.h>

unsigned count = 0xfffffffe;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count += 3;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(count == 4);
    return 0;
}
