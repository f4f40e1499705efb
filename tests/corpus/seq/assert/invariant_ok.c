// An invariant that holds behind every write, and only there: sections count as one, and what happens before it is declared
// does not count.
//@ verdict: safe
#include <raddle.h>

int credit, debit;

static int equal(void) { return credit == debit; }

void move(int *from, int *to, int by)
{
    raddle_atomic_begin();
    *from -= by;
    *to -= by;
    raddle_atomic_end();
}

int main(void)
{
    credit = 3;
    debit = 3;
    raddle_invariant(equal);
    for (int round = 0; round < 3; round++)
        move(&credit, &debit, round);
    return 0;
}
