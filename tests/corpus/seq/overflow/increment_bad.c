// Counting up to and including INT_MAX steps over it.
//@ property: overflow
//@ verdict: unsafe
#include <limits.h>

int main(void)
{
    int rounds = 0;
    for (int i = INT_MAX - 2; i <= INT_MAX; i++) //~ FINDING overflow
        if (++rounds > 5)
            break;
    return 0;
}
