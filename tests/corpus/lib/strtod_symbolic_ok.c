// Numbers with a point from text that depends on inputs: what is read is what the text says, and where it ends.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[] = "-4.5x", *end;
    text[3] = __VERIFIER_nondet_char();
    double number = strtod(text, &end);
    if (text[3] == '7')
        assert(number == -4.7 && end == text + 4);
    if (text[3] == 'x' || text[3] == 0)
        assert(number == -4 && end == text + 3);
    if (text[3] == 'e')
        assert(number == -4 && end == text + 3);
    char word[] = " in.f";
    word[3] = __VERIFIER_nondet_char();
    number = strtod(word, &end);
    assert(word[3] == 'f' || word[3] == 'F' ? number > 1e308 && end == word + 4 : number == 0 && end == word);
    char power[] = "1e2";
    power[2] = __VERIFIER_nondet_char();
    float small = strtof(power, &end);
    assert(power[2] != '3' || small == 1000);
    assert(power[2] != ' ' || (small == 1 && end == power + 1));
    char hex[] = "0x1.8";
    hex[4] = __VERIFIER_nondet_char();
    assert(hex[4] != '8' || atof(hex) == 1.5);
    return 0;
}
