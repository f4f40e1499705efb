// A number written out in decimal digits and read again is not always the number it was: the smallest has no opposite.
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void write_number(int number, char *text)
{
    char digits[12];
    int count = 0, rest = number < 0 ? -number : number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        *text++ = '-';
    while (count > 0)
        *text++ = digits[--count];
    *text = 0;
}

int main(void)
{
    char text[12];
    int number = __VERIFIER_nondet_int();
    write_number(number, text);
    assert(atoi(text) == number); //~ FINDING assertion
    return 0;
}
