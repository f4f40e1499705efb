// Floating-point numbers from known text.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *text = "  -12.5e1xyz";
    assert(strtod(text, &end) == -125.0 && end == text + 9);
    assert(strtod("abc", &end) == 0 && atof("0.1") == 0.1 && strtof("0.1", 0) == 0.1f);
    assert(strtod("0x1.8p1", 0) == 3.0 && strtod("inf", 0) > 1e308 && isnan(strtod("nan", 0)));
    errno = 0;
    assert(strtod("1e999", 0) == HUGE_VAL && errno == ERANGE);
    assert(strtold("0.5", 0) == 0.5L);
    return 0;
}
