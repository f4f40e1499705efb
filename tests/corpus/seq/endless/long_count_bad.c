// A loop that looks the same in every round but for memory does come to its end. Whoever overlooks memory takes it for one that never does.
//@ verdict: unsafe
//@ assumption: !A0113
#include <assert.h>

static unsigned count;

int main(void)
{
    while (count < 700000)
        count++;
    assert(count != 700000);  //~ FINDING assertion
    return 0;
}
