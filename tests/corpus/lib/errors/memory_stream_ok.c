// Streams of memory: their ends and what they refuse.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[8] = "abc", out[4] = "";
    FILE *in = fmemopen(text, 3, "r");
    assert(fopen("any", "q") == NULL && errno == EINVAL);
    assert(fgetc(in) == 'a' && ungetc('z', in) == 'z' && fgetc(in) == 'z' && ftell(in) == 1);
    assert(fseek(in, 4, SEEK_SET) == -1 && errno == EINVAL);
    assert(fseek(in, -1, SEEK_END) == 0 && fgetc(in) == 'c' && !feof(in));
    assert(fgetc(in) == EOF && feof(in) && !ferror(in));
    rewind(in);
    assert(!feof(in) && fgets(out, sizeof out, in) == out && strcmp(out, "abc") == 0);
    assert(fileno(in) == -1);
    assert(fclose(in) == 0);
    return 0;
}
