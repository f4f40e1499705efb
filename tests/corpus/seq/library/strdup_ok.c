// strdup gives a private copy that must be freed.
//@ property: assert memory memory:leak
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *original = "copy me";
    char *copy = strdup(original);
    copy[0] = 'C';
    assert(strcmp(copy, "Copy me") == 0 && original[0] == 'c');
    free(copy);
    return 0;
}
