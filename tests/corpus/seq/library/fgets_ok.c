// fgets terminates, stays within the size, and gives NULL at the end of the input; the newline is cut when it is there.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    size_t length = strlen(line);
    assert(length < sizeof line);
    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = 0;
    return 0;
}
