// Pointers of other types that every machine passes alike: pointers to something else, enumerations, arguments that are
// ignored, results that are ignored, and functions with variable arguments.
//@ verdict: safe
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
enum colour { RED, GREEN };
static int compare(const int *a, const int *b) {
    return *a < *b ? -1 : *a > *b;
}
static int next(enum colour colour) {
    return colour + 1;
}
static int called;
static void nothing(void) {
    called++;
}
static int count(int n, ...) {
    return n;
}
int main(void) {
    int items[3] = {3, 1, 2};
    qsort(items, 3, sizeof *items, (int (*)(const void *, const void *))compare);
    assert(items[0] == 1 && items[2] == 3);
    int (*of_int)(int) = (int (*)(int))next;
    assert(of_int(GREEN) == 2);
    void (*with_argument)(int) = (void (*)(int))nothing;
    with_argument(5);
    int (*with_result)(void) = (int (*)(void))nothing;
    with_result();
    assert(called == 2);
    int (*plain)(int) = (int (*)(int))count;
    assert(plain(4) == 4);
    atexit((void (*)(void))nothing);
    return 0;
}
