// The literal initialises an array, which may be written.
//@ verdict: safe
#include <assert.h>

static void capitalise(char *word)
{
    word[0] = (char)(word[0] - 'a' + 'A');
}

int main(void)
{
    char word[] = "raddle";
    capitalise(word);
    assert(word[0] == 'R');
    return 0;
}
