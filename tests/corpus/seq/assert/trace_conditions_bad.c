// A trace tells conditions as they are written and whether they are true, and of a switch its value and where it leads.
//@ verdict: unsafe
//@ flags: --trace-full
//@ output: `!ready` is true
//@ output: `p` is true
//@ output: `a > 3` is false
//@ output: `!(a == b)` is true
//@ output: `i < 2` is false
//@ output: 7 is a case: line 37
//@ output: -2 is no case: line 47
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int ready, sum;
static int other(int of) {
    return of - 9;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = 1, *p = &b;
    if (a != 2)
        return 0;
    if (!ready)
        sum++;
    if (p)
        sum++;
    if (a > 3)
        sum = 0;
    if (!(a == b))
        sum++;
    for (int i = 0; i < 2; i++)
        sum++;
    switch (sum + a) {
    case 1:
    case 2:
        sum = 0;
        break;
    case 7:
        sum += 2;
        break;
    default:
        sum = 1;
    }
    switch (other(sum)) {
    case 3:
        sum = 0;
        break;
    default:
        assert(sum != 7);  //~ FINDING assert
    }
    return 0;
}
