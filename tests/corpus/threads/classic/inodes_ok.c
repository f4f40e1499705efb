// Threads look for a free block; the busy flag is tested and set under the lock of the block.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t block_lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int busy[2], inode[2];

static void *allocate(void *argument)
{
    long me = (long)argument;
    for (int b = 0; b < 2 && inode[me] == 0; b++) {
        pthread_mutex_lock(&block_lock[b]);
        if (!busy[b]) {
            busy[b] = 1;
            inode[me] = b + 1;
        }
        pthread_mutex_unlock(&block_lock[b]);
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
    assert(inode[0] != inode[1]);
    return 0;
}
