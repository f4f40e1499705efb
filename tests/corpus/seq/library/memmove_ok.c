// memmove may shift in both directions.
//@ verdict: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[10] = "abcdef";
    memmove(text + 2, text, 7);
    assert(strcmp(text + 2, "abcdef") == 0 && text[1] == 'b');
    memmove(text, text + 3, 6);
    assert(strcmp(text, "bcdef") == 0);
    return 0;
}
