// Function pointers are resolved while pointers are: from tables, through parameters, by the library.
#include <stdlib.h>
#include <string.h>

typedef int (*operation)(int);

static int twice(int x) {
    return 2 * x;
}
static int half(int x) {
    return x / 2;
}
static int never(int x) {
    return x;
}

operation operations[2] = {twice, half};

static int apply(operation f, int x) {
    return f(x);
}

static int compare(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}

int unknown(int **where);
int *escaped, hidden;

int main(int argc, char **argv) {
    (void)argv;
    int numbers[3] = {3, 1, argc};
    qsort(numbers, 3, sizeof *numbers, compare);
    int local;
    int *kept = &local;
    unknown(&kept);
    unknown(&escaped);
    int *after = escaped;
    char *text = strdup("text");
    char *inside = strchr(text, 'x');
    operation unused = never;
    (void)unused;
    return apply(operations[argc & 1], numbers[0]) + *after + *kept + hidden + *inside;
}
