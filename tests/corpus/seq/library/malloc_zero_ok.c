// A block of size zero may be allocated, moved and freed, but not accessed.
//@ verdict: safe
#include <stdlib.h>

int main(void)
{
    char *nothing = malloc(0);
    free(nothing);
    char *grown = realloc(malloc(0), 1);
    grown[0] = 'x';
    free(grown);
    return 0;
}
