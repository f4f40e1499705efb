// A prefix test that compares too few characters accepts a different word.
//@ verdict: unsafe
#include <assert.h>
#include <string.h>
#include <raddle.h>

int main(void)
{
    char word[4];
    raddle_make_symbolic(word, sizeof word, "word");
    word[3] = 0;
    if (strncmp(word, "get", 2) == 0)
        assert(strcmp(word, "get") == 0); //~ FINDING assertion
    return 0;
}
