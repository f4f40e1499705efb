// strcmp agrees with equality on symbolic text, is antisymmetric, and compares as unsigned char.
//@ verdict: safe
#include <assert.h>
#include <string.h>
#include <raddle.h>

int main(void)
{
    char a[3], b[3];
    raddle_make_symbolic(a, sizeof a, "a");
    raddle_make_symbolic(b, sizeof b, "b");
    a[2] = b[2] = 0;
    int order = strcmp(a, b);
    if (order == 0)
        assert(a[0] == b[0] && (a[0] == 0 || a[1] == b[1]));
    else
        assert((order < 0) == (strcmp(b, a) > 0));
    assert(strcmp("a", "\xff") < 0 && strcmp("", "") == 0 && strcmp("ab", "a") > 0);
    return 0;
}
