// The first thread ends before the others do. What it has added is there all the same.
// flags: -p assert
// verdict: unsafe
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int users;
static pthread_t first;
extern int __VERIFIER_nondet_int(void);

static void *work(void *unused)
{
    pthread_join(first, 0);
    int sum = 0, count = __VERIFIER_nondet_int();
    if (count < 100)
        count = 100;
    for (int i = 0; i < count; i++)
        sum ^= i;
    pthread_mutex_lock(&lock);
    int others = users;
    assert(others == 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    users++;
    pthread_mutex_unlock(&lock);
    pthread_exit(0);
}
