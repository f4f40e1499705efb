// Two strings with a comma between them fit what is allocated for them.
//@ flags: --function join --where "string(a) && string(b) && size(a) <= 3 && size(b) <= 3"
//@ verdict: safe
#include <stdlib.h>
#include <string.h>
char *join(const char *a, const char *b)
{
    size_t first = strlen(a), second = strlen(b);
    char *joined = malloc(first + second + 2);
    if (!joined)
        return 0;
    memcpy(joined, a, first);
    joined[first] = ',';
    memcpy(joined + first + 1, b, second + 1);
    return joined;
}
