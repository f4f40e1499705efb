// Where threads are cancelled, too, a condition wait with a time-out ends although nobody signals: no deadlock.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *doze(void *unused)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_mutex_lock(&lock);
    assert(pthread_cond_timedwait(&never, &lock, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *idle(void *unused)
{
    pthread_testcancel();
    return unused;
}

int main(void)
{
    pthread_t sleeper, other;
    pthread_create(&sleeper, NULL, doze, NULL);
    pthread_create(&other, NULL, idle, NULL);
    pthread_cancel(other);
    pthread_join(other, NULL);
    pthread_join(sleeper, NULL);
    return 0;
}
