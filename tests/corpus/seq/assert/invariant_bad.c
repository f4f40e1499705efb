// raddle_invariant holds in the first two rounds and is violated in the third.
//@ verdict: unsafe
#include <raddle.h>

int main(void)
{
    int credit = 0, debit = 0;
    for (int round = 0; round < 3; round++) {
        credit += 10;
        debit += round == 2 ? 1 : 10;
        raddle_invariant(credit == debit); //~ FINDING invariant
    }
    return 0;
}
