// A queue whose flag is set together with the element it announces.
//@ verdict: safe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int elements[N + 1], head, tail, amount, may_dequeue;

static void *enqueue_all(void *unused)
{
    for (int k = 1; k <= N; k++) {
        pthread_mutex_lock(&m);
        elements[tail] = k;
        tail = (tail + 1) % (N + 1);
        amount++;
        may_dequeue = 1;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *dequeue_all(void *unused)
{
    for (int k = 1; k <= N; k++) {
        pthread_mutex_lock(&m);
        if (may_dequeue) {
            assert(amount > 0);
            assert(elements[head] >= 1);
            head = (head + 1) % (N + 1);
            amount--;
            may_dequeue = 0;
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, enqueue_all, 0);
    pthread_create(&two, 0, dequeue_all, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
