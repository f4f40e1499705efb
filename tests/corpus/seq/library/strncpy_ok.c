// strncpy pads with zeros, and the last byte is set explicitly.
//@ verdict: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    char name[8];
    memset(name, 'x', sizeof name);
    strncpy(name, "abc", sizeof name);
    for (int i = 3; i < 8; i++)
        assert(name[i] == 0);
    strncpy(name, "abcdefghij", sizeof name - 1);
    name[sizeof name - 1] = 0;
    assert(strlen(name) == 7 && name[6] == 'g');
    return 0;
}
