// A second pointer skips the header; the first one is kept for free.
//@ verdict: safe
//@ property: memory memory:leak
#include <stdlib.h>

int main(void)
{
    char *line = malloc(8);
    if (!line)
        return 0;
    line[0] = ' ';
    line[1] = 'a';
    char *word = line;
    while (*word == ' ')
        word++;
    free(line);
    return 0;
}
