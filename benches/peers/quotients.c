// Quotient and remainder of numbers of N bits make up the dividend.
#include <assert.h>
#include "inputs.h"

int main(void) {
    unsigned mask = (1u << N) - 1;
    unsigned a = (unsigned)input() & mask, b = (unsigned)input() & mask;
    if (b == 0)
        return 0;
    unsigned quotient = a / b, rest = a % b;
    assert(quotient * b + rest == a && rest < b);
    return 0;
}
