// A number from the input is used as an index after half a check.
//@ verdict: unsafe
#include <stdio.h>

int main(void) {
    int table[10] = {0}, n;
    if (scanf("%d", &n) == 1 && n < 10)
        return table[n];  //~ FINDING memory-out-of-bounds
    return 0;
}
