#include <assert.h>
#include <stdio.h>

int main(void)
{
    int words = 0, inside = 0, c;
    while ((c = getchar()) != EOF) {
        if (c == ' ')
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    assert(words <= 2);
    return 0;
}
