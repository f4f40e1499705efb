// rand stays between 0 and RAND_MAX, so the die shows one to six.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int number = rand();
    assert(number >= 0 && number <= RAND_MAX);
    int die = number % 6 + 1;
    assert(die >= 1 && die <= 6);
    return 0;
}
