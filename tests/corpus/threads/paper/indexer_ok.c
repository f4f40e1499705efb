// Two threads insert N words each into a table by compare-and-swap; the words are such that all but one of each thread's meet one of the
// other's, and who comes second goes on to the next slot (assertion guided, Table 2: indexertrue with 81 and 24 runs).
//@ property: assert
//@ verdict: safe
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ family: N=2..4
#include "paper.h"

#define SIZE 128

int table[SIZE];

static void *insert(void *argument)
{
    for (int m = 1; m <= N; m++) {
        int word = (m + (int)(long)argument) * 11;
        int slot = (word * 7) % SIZE, taken = 1;
        for (int k = 0; k < SIZE && taken; k++) {
            STEP(taken = table[slot]; if (!taken) table[slot] = word);
            if (taken)
                slot = (slot + 1) % SIZE;
        }
        raddle_check(!taken);
    }
    return 0;
}

int main(void)
{
    raddle_atomic_begin();
    start(insert, 0);
    start(insert, 1);
    pthread_exit(0);
}
