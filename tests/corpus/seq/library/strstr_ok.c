// strstr finds the first occurrence; the empty needle is found at once.
//@ verdict: safe
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    const char *text = "a needle in a needlework";
    assert(strstr(text, "needle") == text + 2);
    assert(strstr(text, "needlew") == text + 14);
    assert(strstr(text, "noodle") == NULL && strstr(text, "") == text);
    char needle[3] = {'e', __VERIFIER_nondet_char(), 0};
    const char *found = strstr("beet", needle);
    if (found && needle[1])
        assert(found[0] == 'e' && found[1] == needle[1]);
    return 0;
}
