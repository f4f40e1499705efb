// A circular buffer of one slot more than it may hold: the receiver does not look whether anything was sent.
//@ verdict: unsafe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int buffer[N + 1], first, last;

static void *send(void *unused)
{
    for (int k = 1; k <= N; k++) {
        pthread_mutex_lock(&m);
        buffer[last] = k;
        last = (last + 1) % (N + 1);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *receive(void *unused)
{
    for (int k = 1; k <= N; k++) {
        pthread_mutex_lock(&m);
        assert(buffer[first] == k); //~ FINDING assertion
        first = (first + 1) % (N + 1);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, send, 0);
    pthread_create(&two, 0, receive, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
