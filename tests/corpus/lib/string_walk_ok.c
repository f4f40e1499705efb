// Functions that walk through strings, on known text.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char text[32] = "one, two;three";
    assert(strspn(text, "eno") == 3 && strcspn(text, ",;") == 3);
    assert(strpbrk(text, ";,") == text + 3 && strpbrk(text, "?") == 0);
    assert(strstr(text, "two") == text + 5 && strstr(text, "twox") == 0 && strstr(text, "") == text);
    assert(strcasestr(text, "TWO") == text + 5);
    assert(strchr(text, 'e') == text + 2 && strrchr(text, 'e') == text + 13);
    assert(strchr(text, 0) == text + 14 && strchr(text, 'x') == 0 && strchrnul(text, 'x') == text + 14);
    assert(memchr(text, ';', 5) == 0 && memchr(text, ';', 32) == text + 8);
    assert(memrchr(text, 'e', 14) == text + 13 && memmem(text, 14, "three", 5) == text + 9);
    assert(strcasecmp("Hello", "hELLO") == 0 && strncasecmp("HELP", "help!", 4) == 0);
    assert(strcasecmp("a", "B") < 0 && strcmp("a", "B") > 0 && strcmp("\xff", "a") > 0);

    char *rest, *part = strtok_r(text, ", ;", &rest);
    assert(strcmp(part, "one") == 0);
    assert(strcmp(strtok_r(0, ", ;", &rest), "two") == 0 && strcmp(strtok_r(0, ", ;", &rest), "three") == 0);
    assert(strtok_r(0, ", ;", &rest) == 0);

    char fields[] = "a::b", *at = fields;
    assert(strcmp(strsep(&at, ":"), "a") == 0 && strcmp(strsep(&at, ":"), "") == 0);
    assert(strcmp(strsep(&at, ":"), "b") == 0 && at == 0 && strsep(&at, ":") == 0);

    char copy[8];
    memset(copy, 'x', sizeof copy);
    assert(strncpy(copy, "ab", 4) == copy && memcmp(copy, "ab\0\0x", 5) == 0);
    assert(stpcpy(copy, "abc") == copy + 3 && strcmp(strcat(copy, "de"), "abcde") == 0);
    assert(strcmp(strncat(copy, "fghi", 2), "abcdefg") == 0);
    assert(mempcpy(copy, "xy", 2) == copy + 2 && strcmp(copy, "xycdefg") == 0);
    assert(memccpy(copy, "12345", '3', 5) == copy + 3 && strcmp(copy, "123defg") == 0);
    assert(ffs(0) == 0 && ffs(8) == 4);
    assert(strcmp(strerror(0), "Success") == 0);
    return 0;
}
