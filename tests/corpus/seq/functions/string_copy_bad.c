// The terminating zero is written one byte too far.
//@ flags: --function copy --where "string(from) && to && 1 <= room && room <= 4 && size(to) >= room"
//@ verdict: unsafe
#include <stddef.h>

void copy(char *to, const char *from, int room)
{
    int at = 0;
    while (at < room - 1 && from[at]) {
        to[at] = from[at];
        at++;
    }
    to[at + 1] = 0; //~ FINDING memory-out-of-bounds
}
