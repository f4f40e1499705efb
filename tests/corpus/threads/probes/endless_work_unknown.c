// One thread counts for ever where nobody looks: the reason says so.
//@ verdict: unknown
//@ flags: --time 2
//@ reason: U0103 U0151
//@ output: goes round the loop at line 11
//@ output: --unwind
#include <assert.h>

int main(void) {
    volatile unsigned long n = 0;
    for (;;)
        n++;
}
