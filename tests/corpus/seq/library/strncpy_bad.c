// strncpy leaves no terminator when the source fills the buffer.
//@ verdict: unsafe
#include <string.h>

int main(void)
{
    char *source = "abcdefgh";
    char name[8];
    strncpy(name, source, sizeof name);
    return (int)strlen(name); //~ FINDING memory-out-of-bounds
}
