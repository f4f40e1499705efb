// --function checks one function with arbitrary arguments.
//@ flags: --function clamp
//@ verdict: unsafe
#include <assert.h>

int clamp(int value, int low, int high)
{
    int result = value < low ? low : value > high ? high : value;
    assert(result <= high); //~ FINDING assertion
    return result;
}
