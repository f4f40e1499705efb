// A struct by value and a pointer to it, each to the function that takes it, also through pointers that were something else in between.
//@ verdict: safe
#include <assert.h>
struct large {
    long items[4];
};
static long by_pointer(struct large *of) {
    return of->items[0]++;
}
static long by_value(struct large of) {
    return of.items[0]++;
}
int main(void) {
    struct large some = {{1, 2, 3, 4}};
    void (*first)(void) = (void (*)(void))by_pointer;
    void (*second)(void) = (void (*)(void))by_value;
    assert(((long (*)(struct large *))first)(&some) == 1);
    assert(((long (*)(struct large))second)(some) == 2);
    assert(some.items[0] == 2);
    return 0;
}
