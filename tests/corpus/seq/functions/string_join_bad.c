// There is no room for the comma.
//@ flags: --function join --where "string(a) && string(b) && size(a) <= 3 && size(b) <= 3"
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>
char *join(const char *a, const char *b)
{
    size_t first = strlen(a), second = strlen(b);
    char *joined = malloc(first + second + 1);
    if (!joined)
        return 0;
    memcpy(joined, a, first);
    joined[first] = ',';
    memcpy(joined + first + 1, b, second + 1); //~ FINDING memory-out-of-bounds
    return joined;
}
