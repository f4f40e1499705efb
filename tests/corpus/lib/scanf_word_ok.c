// A word with a limit fits its buffer and is terminated.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[4];
    if (scanf("%3s", word) == 1) {
        assert(strlen(word) <= 3);
        assert(word[0] != ' ' && word[0] != '\n');
    }
    return 0;
}
