// Timed variants succeed or time out.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *writer(void *unused)
{
    struct timespec deadline = {0, 0};
    int result = pthread_rwlock_timedwrlock(&lock, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0) {
        x++;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

static void *reader(void *unused)
{
    struct timespec deadline = {0, 0};
    int result = pthread_rwlock_timedrdlock(&lock, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0) {
        assert(x == 0 || x == 1);
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
