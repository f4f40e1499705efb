// Each activation has its own locals, also when their addresses are passed down.
//@ verdict: safe
#include <assert.h>

static int depth_sum(int depth, const int *parent)
{
    int own = depth;
    assert(parent == 0 || *parent == depth + 1);
    return depth == 0 ? own : own + depth_sum(depth - 1, &own);
}

int main(void)
{
    assert(depth_sum(20, 0) == 210);
    return 0;
}
