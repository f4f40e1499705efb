// The parser steps over a closing bracket only when it is there.
//@ verdict: safe
#include <assert.h>
#include <raddle.h>

static const char *at;

static int sum(void);

static int factor(void)
{
    if (*at == '(') {
        at++;
        int value = sum();
        if (*at == ')')
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
    while (*at == '*') {
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

static int evaluate(const char *text)
{
    at = text;
    return sum();
}

int main(void)
{
    assert(evaluate("2+3*4") == 14 && evaluate("(2+3)*4") == 20);
    char text[4];
    raddle_make_symbolic(text, 3, "text");
    text[3] = 0;
    int value = evaluate(text);
    assert(value >= 0 && value <= 81);
    return 0;
}
