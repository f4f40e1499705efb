// As much of a string is copied as there is room for. Both may overlap.
//@ flags: --function copy --where "string(from) && to && 1 <= room && room <= 4 && size(to) >= room"
//@ verdict: safe
//@ assumption: A0304
#include <stddef.h>

void copy(char *to, const char *from, int room)
{
    int at = 0;
    while (at < room - 1 && from[at]) {
        to[at] = from[at];
        at++;
    }
    to[at] = 0;
}
