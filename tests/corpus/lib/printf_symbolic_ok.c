// Printing what depends on inputs costs no paths.
//@ verdict: safe
//@ runs: 1
#include <stdio.h>
#include <raddle.h>

int main(void) {
    int n;
    char word[8];
    raddle_make_symbolic(&n, sizeof n, "n");
    raddle_make_symbolic(word, sizeof word, "word");
    word[7] = 0;
    printf("%d %5x %s %c\n", n, n, word, word[0]);
    puts(word);
    fprintf(stderr, "%s\n", word);
    fputs(word, stdout);
    putchar(n);
    fwrite(word, 1, 8, stdout);
    return 0;
}
