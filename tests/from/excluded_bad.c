// One thread inside may come to a wrong count; two cannot be inside at once, which is no context.
// from: --at T1=@inside
// verdict: unsafe
// finding: R0101 @assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    inside++; // @inside
    assert(inside == 99); // @assertion
    inside--;
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
    return 0;
}
