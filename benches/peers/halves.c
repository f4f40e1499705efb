// A product of numbers of N bits is that of their halves, put together.
#include <assert.h>
#include "inputs.h"

int main(void) {
    unsigned mask = (1u << N) - 1;
    unsigned long long a = (unsigned)input() & mask, b = (unsigned)input() & mask;
    unsigned long long low = (1u << N / 2) - 1;
    unsigned long long al = a & low, ah = a >> N / 2, bl = b & low, bh = b >> N / 2;
    assert(al * bl + ((al * bh + ah * bl) << N / 2) + (ah * bh << N) == a * b);
    return 0;
}
