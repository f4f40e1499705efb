// Sorting a larger array, and searching in it.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

static int calls;

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    calls++;
    return (x > y) - (x < y);
}

int main(void) {
    enum { N = 500 };
    static int numbers[N];
    unsigned seed = 7;
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245u + 12345u;
        numbers[i] = (int)(seed >> 16 & 1023);
    }
    int sample = numbers[17];
    qsort(numbers, N, sizeof *numbers, by_value);
    for (int i = 1; i < N; i++)
        assert(numbers[i - 1] <= numbers[i]);
    assert(calls < N * 10);
    int *found = bsearch(&sample, numbers, N, sizeof *numbers, by_value);
    assert(found && *found == sample);
    int missing = 2000;
    assert(bsearch(&missing, numbers, N, sizeof *numbers, by_value) == NULL);
    return 0;
}
