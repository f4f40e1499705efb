// A waiter that nobody has woken still finds what it found, if the only thread that counts is before its next ticket. Other waiters need not be named.
// from: --waiting work=@wait --at main=@before -p assert --until backedge
// verdict: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t counted = PTHREAD_COND_INITIALIZER;
static int ticket;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    while (ticket == 0)
        pthread_cond_wait(&counted, &lock); // @wait
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock); // @before
        ticket++;
        int now = ticket;
        pthread_cond_broadcast(&counted);
        pthread_mutex_unlock(&lock);
        assert(now == 1);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
