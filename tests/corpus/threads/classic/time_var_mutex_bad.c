// A block is protected by different locks at different times, but the one who releases it does not look at the busy flag.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER, busy_lock = PTHREAD_MUTEX_INITIALIZER;
int block, busy, inode;

static void *allocate(void *unused)
{
    pthread_mutex_lock(&inode_lock);
    if (inode == 0) {
        pthread_mutex_lock(&busy_lock);
        busy = 1;
        pthread_mutex_unlock(&busy_lock);
        inode = 1;
    }
    block = 1; //~ FINDING data-race
    assert(block == 1); //~ FINDING assertion //~ FINDING data-race
    pthread_mutex_unlock(&inode_lock);
    return unused;
}

static void *release(void *unused)
{
    pthread_mutex_lock(&busy_lock);
    block = 0;
    pthread_mutex_unlock(&busy_lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, allocate, 0);
    pthread_create(&two, 0, release, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
