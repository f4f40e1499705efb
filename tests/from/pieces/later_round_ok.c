// The same with a lock that is held until the flag was looked at, and a thread that looks at it only while it waits for that.
// verdict: safe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *work(void *unused)
{
    int rounds = __VERIFIER_nondet_int();
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        flag = 1;
        flag = 0;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, work, 0);
    assert(flag == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
