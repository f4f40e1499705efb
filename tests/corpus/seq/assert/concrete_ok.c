// A program without inputs has one path; its assertion holds on it.
//@ verdict: safe
//@ runs: 1
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 10; i++)
        sum += i;
    assert(sum == 55);
    return 0;
}
