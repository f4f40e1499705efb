// String literals: concatenation, escapes, embedded zero, wide characters, and their sizes.
//@ verdict: safe
#include <assert.h>
#include <stddef.h>

int main(void)
{
    const char *joined = "ab" "cd";
    assert(joined[3] == 'd' && joined[4] == 0);
    static const char zeros[] = "a\0b";
    assert(sizeof zeros == 4 && zeros[2] == 'b');
    assert("\x41\101\n"[0] == 'A' && "\x41\101\n"[1] == 'A' && "\x41\101\n"[2] == 10);
    const wchar_t *wide = L"h\u00e9";
    assert(wide[1] == 0xe9 && wide[2] == 0);
    assert(sizeof "\u20ac" == 4 && (unsigned char)"\u20ac"[0] == 0xe2);
    char exact[3] = "xyz";
    assert(exact[2] == 'z');
    return 0;
}
