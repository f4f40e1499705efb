// An invariant is evaluated behind every write to what it reads: it is broken between two of them in the third round.
//@ verdict: unsafe
#include <raddle.h>

int credit, debit;

static int close_by(void) { return credit - debit <= 10; }

int main(void)
{
    raddle_invariant(close_by); //~ FINDING invariant
    for (int round = 0; round < 3; round++) {
        credit += round == 2 ? 11 : 10;
        debit += 10;
    }
    return 0;
}
