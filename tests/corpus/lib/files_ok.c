// A file may be missing, and holds any text; what is written to one is read again.
//@ property: assert memory
//@ verdict: safe
//@ assumption: A0172
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int configured(void)
{
    char line[4];
    FILE *file = fopen("settings", "r");
    if (!file) {
        assert(errno == ENOENT);
        return 0;
    }
    int is_on = fgets(line, sizeof line, file) && strcmp(line, "on\n") == 0;
    fclose(file);
    return is_on;
}

int main(void)
{
    char text[32];
    int number = 0;
    FILE *file = fopen("state", "w+");
    assert(file);
    assert(fprintf(file, "%d %s\n", 40 + configured(), "done") == 8);
    rewind(file);
    assert(fgets(text, sizeof text, file) == text);
    assert(strcmp(text, "40 done\n") == 0 || strcmp(text, "41 done\n") == 0);
    assert(fgetc(file) == EOF && feof(file));
    assert(fseek(file, 0, SEEK_SET) == 0);
    assert(fscanf(file, "%d %4s", &number, text) == 2);
    assert(number == 40 || number == 41);
    fclose(file);
    return 0;
}
