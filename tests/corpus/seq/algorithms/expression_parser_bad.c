// A parser of sums and products with brackets trusts that every bracket is closed and walks past the end.
//@ property: memory
//@ verdict: unsafe
#include <raddle.h>

static const char *at;

static int sum(void);

static int factor(void)
{
    if (*at == '(') {
        at++;
        int value = sum();
        at++;
        return value;
    }
    if (*at >= '0' && *at <= '9')
        return *at++ - '0';
    return 0;
}

static int product(void)
{
    int value = factor();
    while (*at == '*') { //~ FINDING memory-out-of-bounds
        at++;
        value *= factor();
    }
    return value;
}

static int sum(void)
{
    int value = product();
    while (*at == '+') {
        at++;
        value += product();
    }
    return value;
}

int main(void)
{
    char text[3] = {'(', 0, 0};
    raddle_make_symbolic(&text[1], 1, "text");
    at = text;
    return sum() == 0;
}
