// --function with the precondition stated as an assumption.
//@ flags: --function clamp
//@ verdict: safe
#include <assert.h>
extern void __VERIFIER_assume(int);

int clamp(int value, int low, int high)
{
    __VERIFIER_assume(low <= high);
    int result = value < low ? low : value > high ? high : value;
    assert(low <= result && result <= high);
    return result;
}
