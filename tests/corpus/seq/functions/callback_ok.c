// A function pointer in unknown memory is null or one of the functions of the program that take such arguments.
//@ flags: --function use --where "!null(operations)"
//@ verdict: safe
//@ assumption: A0302
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
    if (!operations->apply || !operations->combine)
        return;
    int result = operations->apply(2);
    assert(result == 4);
    assert(operations->combine(1, 2) == 3);
}
