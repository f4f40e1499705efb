// Skipping the header moves the pointer, and free gets an address inside the block.
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    char *line = malloc(8);
    if (!line)
        return 0;
    line[0] = ' ';
    line[1] = 'a';
    while (*line == ' ')
        line++;
    free(line); //~ FINDING memory-invalid-free
    return 0;
}
