// Memory as a stream.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[] = "12 apples", word[8], out[8];
    int count;
    FILE *in = fmemopen(text, strlen(text), "r");
    assert(fscanf(in, "%d %7s", &count, word) == 2);
    assert(count == 12 && strcmp(word, "apples") == 0);
    assert(fgetc(in) == EOF);
    fclose(in);
    FILE *to = fmemopen(out, sizeof out, "w");
    fprintf(to, "%d", count);
    fclose(to);
    assert(strcmp(out, "12") == 0);
    return 0;
}
