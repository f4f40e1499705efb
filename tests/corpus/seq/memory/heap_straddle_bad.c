// A four-byte read that starts inside a six-byte block and ends outside it.
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>

int main(void)
{
    unsigned char *packet = calloc(6, 1);
    if (!packet)
        return 0;
    unsigned word;
    memcpy(&word, packet + 2, 4);
    memcpy(&word, packet + 3, 4); //~ FINDING memory-out-of-bounds
    free(packet);
    return 0;
}
