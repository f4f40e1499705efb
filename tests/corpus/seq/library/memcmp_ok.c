// memcmp compares as unsigned bytes, does not stop at zeros; memchr finds a byte.
//@ verdict: safe
#include <assert.h>
#include <string.h>
#include <raddle.h>

int main(void)
{
    char a[3], b[3];
    raddle_make_symbolic(a, sizeof a, "a");
    memcpy(b, a, sizeof a);
    assert(memcmp(a, b, 3) == 0);
    b[2] ^= 1;
    assert(memcmp(a, b, 3) != 0 && memcmp(a, b, 2) == 0);
    assert(memcmp("a\0b", "a\0c", 3) < 0 && memcmp("\x80", "\x7f", 1) > 0);
    const char *data = "x\0y";
    assert(memchr(data, 'y', 3) == data + 2 && memchr(data, 'y', 2) == NULL);
    return 0;
}
