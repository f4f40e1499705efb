// Each element is counted or not: 2^N ways, which come together after each of them.
//@ verdict: safe
//@ family: N=2..12
//@ revisions: joined followed
//@[followed] flags: --no-joins --summaries off
//@[joined] runs: 1 1 1 1 1 1 1 1 1 1 1
//@[followed] runs: 4 8 16 32 64 128 256 512 1024 2048 4096
#include <assert.h>
#include <raddle.h>
#ifndef N
#define N 4
#endif

int main(void)
{
    unsigned char items[N];
    raddle_make_symbolic(items, sizeof items, "items");
    int count = 0, sum = 0;
    for (int i = 0; i < N; i++) {
        if (items[i] & 1) {
            count++;
            sum += items[i];
        }
    }
    assert(count <= N);
    assert(sum <= 255 * N);
    return 0;
}
