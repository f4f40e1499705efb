// Choices that only the sum remembers: with summaries at the loop's head they cost their sum, not their product; joined, they are one path.
//@ verdict: safe
//@ family: K=1..12
//@ revisions: off on joined
//@[off] flags: --summaries=off
//@[on] flags: --summaries=on --no-joins
//@[off] runs: 2 4 8 16 32 64 128 256 512 1024 2048 4096
//@[on] runs: 2 3 4 5 6 7 8 9 10 11 12 13
//@[joined] runs: 1 1 1 1 1 1 1 1 1 1 1 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;
    for (int i = 0; i < K; i++) {
        if (__VERIFIER_nondet_int())
            sum += 1;
        else
            sum += 2;
    }
    assert(sum <= 2 * K);
    return 0;
}
