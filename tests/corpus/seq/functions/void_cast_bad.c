// The same, but the pointer in what is compared may be null.
//@ flags: --function compare --where "a && b"
//@ verdict: unsafe
#include <stdlib.h>
struct item {
    int *weight;
    int key;
};

int compare(const void *a, const void *b)
{
    int first = *((const struct item *)a)->weight, second = ((const struct item *)b)->key; //~ FINDING memory-null-dereference
    return first < second ? -1 : first > second;
}

int compare_numbers(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

int main(void)
{
    int numbers[] = {3, 1, 2};
    struct item items[2] = {{numbers, 2}, {numbers + 1, 1}};
    qsort(numbers, 3, sizeof *numbers, compare_numbers);
    qsort(items, 2, sizeof *items, compare);
    return items[0].key - 1;
}
