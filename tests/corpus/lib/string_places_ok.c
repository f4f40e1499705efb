// Where a character stands in a text is one term: five digits looked up in a table of digits are six cases that end early or not, twice.
//@ property: assert memory
//@ verdict: safe
//@ runs: <= 11
#include <assert.h>
#include <string.h>

static int digit(char c)
{
    const char *digits = "0123456789";
    const char *place = strchr(digits, c);
    return place && *place ? (int)(place - digits) : -1;
}

int main(void)
{
    int number = 0;
    for (int index = 0; index < 5; index++) {
        char c = __VERIFIER_nondet_char();
        int value = digit(c);
        if (value < 0)
            return 0;
        assert(value == c - '0');
        number = 10 * number + value;
    }
    assert(number >= 0 && number <= 99999);
    return 0;
}
