// N threads, each of which locks its inode and, if that has no block yet, scans the block locks for a free one. Up to 13 threads
// never meet.
//@ verdict: safe
//@ revisions: dpor
//@ family: N=2,13,14,16,18
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 1 1 2 8 32
//@ blocked_runs: 0 0 0 0 0
#include <pthread.h>

#define INODES 32
#define BLOCKS 26

pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
int inode[INODES], busy[BLOCKS];

static void *work(void *argument)
{
    int i = (long)argument % INODES;
    pthread_mutex_lock(&inode_lock[i]);
    if (inode[i] == 0) {
        int b = (i * 2) % BLOCKS;
        for (;;) {
            pthread_mutex_lock(&block_lock[b]);
            if (!busy[b]) {
                busy[b] = 1;
                inode[i] = b + 1;
                pthread_mutex_unlock(&block_lock[b]);
                break;
            }
            pthread_mutex_unlock(&block_lock[b]);
            b = (b + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&inode_lock[i]);
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (int k = 0; k < INODES; k++)
        pthread_mutex_init(&inode_lock[k], 0);
    for (int k = 0; k < BLOCKS; k++)
        pthread_mutex_init(&block_lock[k], 0);
    for (long k = 0; k < N; k++)
        pthread_create(&t[k], 0, work, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    return 0;
}
