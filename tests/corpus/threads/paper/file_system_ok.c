// 2N inodes look for a block each; two of them begin at the same one, and who comes second goes on to the next: 2^N orders (assertion
// guided, Table 2: fsbenchbad with 256 runs by its reduction and 9 with summaries; ours is correct).
//@ property: assert
//@ verdict: safe
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ family: N=1..4
//@[dpor] full_runs: 2 4 8 16
#include "paper.h"

// Neighbours begin at the same block. That they are started one after the other matters: when thread k meets thread k + N instead, all 2^N
// runs are begun with summaries, too (256 instead of 9 for N = 8).
int busy[2 * N], inode[2 * N];

static void *allocate(void *argument)
{
    int own = (int)(long)argument, block = own / 2 * 2, taken;
    for (int k = 0; k < 2 * N; k++) {
        STEP(taken = busy[block]; busy[block] = 1);
        if (!taken)
            break;
        block = (block + 1) % (2 * N);
    }
    inode[own] = block + 1;
    raddle_check(block == own / 2 * 2 || block == own / 2 * 2 + 1);
    return 0;
}

int main(void)
{
    raddle_atomic_begin();
    for (long k = 0; k < 2 * N; k++)
        start(allocate, k);
    pthread_exit(0);
}
