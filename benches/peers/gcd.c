// The greatest common divisor of two numbers below N divides both.
#include <assert.h>
#include "inputs.h"

int main(void) {
    unsigned a = (unsigned)input(), b = (unsigned)input();
    if (a == 0 || b == 0 || a >= N || b >= N)
        return 0;
    unsigned x = a, y = b;
    while (y != 0) {
        unsigned rest = x % y;
        x = y;
        y = rest;
    }
    assert(a % x == 0 && b % x == 0);
    return 0;
}
