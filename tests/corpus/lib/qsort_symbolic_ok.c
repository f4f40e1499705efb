// Three numbers that depend on inputs are in order afterwards; one path per order.
//@ verdict: safe
//@ runs: <= 6
#include <stdlib.h>
#include <raddle.h>

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int numbers[3];
    raddle_make_symbolic(numbers, sizeof numbers, "numbers");
    qsort(numbers, 3, sizeof *numbers, by_value);
    raddle_check(numbers[0] <= numbers[1] && numbers[1] <= numbers[2]);
    return 0;
}
