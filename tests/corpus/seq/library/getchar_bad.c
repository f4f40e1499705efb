// The result of getchar is put into a char, where the byte 255 looks like the end of the input.
//@ verdict: unsafe
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int exact = getchar();
    char c = (char)exact;
    if (c == EOF)
        assert(exact == EOF); //~ FINDING assertion
    return 0;
}
