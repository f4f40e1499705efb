// Runs from main are tried without arguments only: what needs one is possible, not refuted.
// from: --at T1=@check --confirm
// verdict: unsafe
// finding: R0101 @check
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    int count = argc;
    assert(count < 2); // @check
    return 0;
}
