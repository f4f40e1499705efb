// A text of N characters has no more words than every other character begins one.
#include <assert.h>
#include <ctype.h>
#include "inputs.h"

int main(void) {
    char text[N + 1];
    for (int i = 0; i < N; i++)
        text[i] = (char)input();
    text[N] = 0;
    int words = 0, inside = 0;
    for (int i = 0; text[i] != 0; i++) {
        if (isspace((unsigned char)text[i]))
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    assert(words <= (N + 1) / 2);
    return 0;
}
