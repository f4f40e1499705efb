// A die from rand() % 6 + 1 shows six as well.
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand(1);
    int die = rand() % 6 + 1;
    assert(die < 6); //~ FINDING assertion
    return 0;
}
