// strchr and strrchr find the first and last occurrence, the terminator included.
//@ verdict: safe
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    const char *text = "banana";
    assert(strchr(text, 'n') == text + 2 && strrchr(text, 'n') == text + 4);
    assert(strchr(text, 0) == text + 6 && strchr(text, 'x') == NULL);
    char wanted = __VERIFIER_nondet_char();
    const char *found = strchr(text, wanted);
    assert(found == NULL || *found == wanted);
    assert(strspn("0012", "01") == 3 && strcspn("abc=d", "=") == 3);
    assert(strpbrk(text, "xyzn") == text + 2);
    return 0;
}
