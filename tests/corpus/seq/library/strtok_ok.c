// strtok cuts a line into words, skipping runs of separators.
//@ verdict: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    char line[] = "  set  x,42 ";
    const char *words[4];
    int count = 0;
    for (char *word = strtok(line, " ,"); word; word = strtok(NULL, " ,"))
        words[count++] = word;
    assert(count == 3);
    assert(strcmp(words[0], "set") == 0 && strcmp(words[1], "x") == 0 && strcmp(words[2], "42") == 0);
    return 0;
}
