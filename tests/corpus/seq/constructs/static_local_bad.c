// Two results of a function with a static buffer share that buffer.
//@ verdict: unsafe
#include <assert.h>

static const char *digit(int value)
{
    static char text[2];
    text[0] = (char)('0' + value);
    return text;
}

int main(void)
{
    const char *one = digit(1);
    const char *two = digit(2);
    assert(two[0] == '2');
    assert(one[0] == '1'); //~ FINDING assertion
    return 0;
}
