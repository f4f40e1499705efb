// A sender and a receiver take turns at a circular buffer, seven elements long: the receiver finds what was sent, in order (after the program
// circular_buffer of Cordeiro and Fischer, 2011; thesis, Table 5.4: 29 states, since there is only one order).
//@ property: assert
//@ verdict: safe
//@ revisions: none none_summaries pdpor
//@[none] flags: --reduce=none --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[none] states: <= 29
//@[none] full_runs: 1
//@[pdpor] states: <= 29
#include "paper.h"

#define SIZE 3
#define ELEMENTS 7

int buffer[SIZE], first, next, turn;

static void *send(void *unused)
{
    for (int k = 0; k < ELEMENTS; k++) {
        STEP(raddle_await(turn == 0); buffer[next] = k; next = (next + 1) % SIZE; turn = 1);
    }
    return unused;
}

static void *receive(void *unused)
{
    for (int k = 0; k < ELEMENTS; k++) {
        STEP(raddle_await(turn == 1); raddle_check(buffer[first] == k); first = (first + 1) % SIZE; turn = 0);
    }
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(send, 0);
    start(receive, 0);
    pthread_exit(0);
}
