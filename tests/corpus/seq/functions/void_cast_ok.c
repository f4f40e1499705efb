// A comparison as qsort wants it: what its `void *` lead to is told by the types that they are cast to where they are used.
//@ flags: --function compare --where "a && b"
//@ verdict: safe
#include <stdlib.h>
struct item {
    int *weight;
    int key;
};

int compare(const void *a, const void *b)
{
    int first = ((const struct item *)a)->key, second = ((const struct item *)b)->key;
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
