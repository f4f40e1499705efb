// Comparing with a key costs two paths, not one per letter; lengths are terms.
//@ verdict: safe
//@ runs: <= 4
#include <assert.h>
#include <string.h>
#include <raddle.h>

int main(void) {
    char word[10];
    raddle_make_symbolic(word, sizeof word, "word");
    word[9] = 0;
    if (strcmp(word, "password") == 0)
        assert(strlen(word) == 8 && word[3] == 's');
    else if (memcmp(word, "abcd", 4) == 0)
        assert(strncmp(word, "abcx", 3) == 0 && strncmp(word, "abcx", 4) < 0);
    assert(strlen(word) <= 9 && strnlen(word, 4) <= 4);
    return 0;
}
