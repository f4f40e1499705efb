// strtol: bases, prefixes, the end pointer, and saturation with errno.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    const char *text = "12abc";
    assert(strtol(text, &end, 10) == 12 && end == text + 2);
    assert(strtol("0x1F", &end, 16) == 31 && *end == 0);
    assert(strtol("0x1F", NULL, 0) == 31 && strtol("017", NULL, 0) == 15);
    assert(strtol("-1011", NULL, 2) == -11);
    text = "xyz";
    assert(strtol(text, &end, 10) == 0 && end == text);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    assert(strtoul("4294967296", NULL, 10) == 4294967296UL);
    return 0;
}
