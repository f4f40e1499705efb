// Threads look for a free block; the busy flag is tested without the lock of the block.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t block_lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
atomic_int busy[2];
int inode[2];

static void *allocate(void *argument)
{
    long me = (long)argument;
    for (int b = 0; b < 2; b++) {
        if (busy[b])
            continue;
        pthread_mutex_lock(&block_lock[b]);
        busy[b] = 1;
        inode[me] = b + 1;
        pthread_mutex_unlock(&block_lock[b]);
        break;
    }
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, allocate, (void *)0L);
    pthread_create(&two, 0, allocate, (void *)1L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(inode[0] != inode[1]); //~ FINDING assertion
    return 0;
}
