// The copy has room for its text only, not for one more character.
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *name = strdup("abc");
    size_t end = strlen(name);
    name[end] = 's';
    name[end + 1] = 0; //~ FINDING memory-out-of-bounds
    free(name);
    return 0;
}
