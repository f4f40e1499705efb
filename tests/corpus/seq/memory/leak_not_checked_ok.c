// Leaks are only looked for on request: the default properties accept a block that is never freed.
//@ verdict: safe
#include <stdlib.h>

int main(void)
{
    char *name = malloc(4);
    name[0] = 'a';
    name = 0;
    return 0;
}
