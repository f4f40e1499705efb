#include <stdlib.h>

int sum(const int *values, int count) {
    int total = 0;
    for (int i = 0; i <= count; i++)
        total += values[i];
    return total;
}

int main(void) {
    int *values = calloc(2, sizeof *values);
    int count = __VERIFIER_nondet_int();
    if (count == 2)
        return sum(values, count); // too far
    free(values);
    return 0;
}
