// A loop to the end of the input is explored to its end if the input is short, whatever reads it.
//@ flags: --input 4
//@ verdict: safe
//@ assumption: A0107
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static int words_from_characters(void)
{
    int words = 0, inside = 0, c;
    while ((c = getchar()) != EOF) {
        if (!isspace(c) && !inside)
            words++;
        inside = !isspace(c);
    }
    assert(feof(stdin) && getchar() == EOF);
    return words;
}

static int numbers(void)
{
    int count = 0, number;
    while (scanf("%d", &number) == 1)
        count++;
    return count;
}

static int bytes(void)
{
    char piece[3];
    int sum = 0, length;
    while ((length = (int)read(0, piece, sizeof piece)) > 0)
        sum += length;
    return sum;
}

int main(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0: assert(words_from_characters() <= 2); break;
    case 1: assert(numbers() <= 4); break;
    case 2: assert(bytes() <= 4); break;
    }
    return 0;
}
