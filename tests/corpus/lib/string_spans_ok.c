// strspn, strcspn, strpbrk and strstr over symbolic text are terms: one path for each answer that is asked for, not for each text.
//@ property: assert memory
//@ verdict: safe
//@ runs: <= 8
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[7];
    for (int index = 0; index < 6; index++)
        text[index] = __VERIFIER_nondet_char();
    text[6] = 0;
    size_t letters = strspn(text, "ab"), others = strcspn(text, "ab");
    assert(letters <= 6 && others <= 6);
    assert(text[0] == 0 || (letters == 0) != (others == 0));
    char *found = strpbrk(text, "ab");
    assert((found != NULL) == (others != strlen(text)));
    char *word = strstr(text, "ba");
    if (word)
        assert(word >= found && word[0] == 'b' && word[1] == 'a');
    assert(strstr(text, "") == text);
    return 0;
}
