// A string of inputs need not be terminated; printing it may read behind its end.
//@ verdict: unsafe
#include <stdio.h>
#include <raddle.h>

int main(void) {
    char word[3];
    raddle_make_symbolic(word, sizeof word, "word");
    puts(word);  //~ FINDING memory-out-of-bounds
    return 0;
}
