// A struct is passed where a pointer is taken, and nobody asked about memory: what the function then reads is not known.
//@ property: assert
//@ verdict: unknown
//@ reason: U0306
#include <assert.h>
struct large {
    long items[4];
};
static long by_pointer(struct large *of) {
    return of->items[0];
}
int main(void) {
    struct large some = {{1, 2, 3, 4}};
    long (*f)(struct large) = (long (*)(struct large))by_pointer;
    assert(f(some) == 1);
    return 0;
}
