// One of them may be called for which the assertion fails, and null may be called.
//@ flags: --function use --where "!null(operations)"
//@ verdict: unsafe
//@ output: apply -> square
#include <assert.h>
#include <stddef.h>

struct operations {
    int (*apply)(int);
    int (*combine)(int, int);
};

static int twice(int number)
{
    return 2 * number;
}
static int square(int number)
{
    return number * number;
}
static int add(int a, int b)
{
    return a + b;
}
struct operations doubling = {twice, add}, squaring = {square, add};

void use(const struct operations *operations)
{
    int result = operations->apply(3); //~ FINDING memory-null-dereference
    assert(result == 6); //~ FINDING assertion
}
