// A static local keeps its value between calls and is one object for all of them.
//@ verdict: safe
#include <assert.h>

static int next_id(void)
{
    static int last = 100;
    return ++last;
}

static int *shared_cell(int depth)
{
    static int cell;
    return depth ? shared_cell(depth - 1) : &cell;
}

int main(void)
{
    assert(next_id() == 101);
    assert(next_id() == 102);
    assert(shared_cell(0) == shared_cell(3) && *shared_cell(0) == 0);
    return 0;
}
