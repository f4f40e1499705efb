// A loop to the end of the input, over all inputs of up to five characters: the third word of one letter has no room.
//@ flags: --input 5
//@ verdict: unsafe
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int lengths[2] = {0}, words = 0, inside = 0, c;
    while ((c = getchar()) != EOF) {
        if (isspace(c)) {
            inside = 0;
        } else {
            if (!inside)
                words++;
            inside = 1;
            lengths[words - 1]++; //~ FINDING memory-out-of-bounds
        }
    }
    printf("%d words\n", words);
    return 0;
}
