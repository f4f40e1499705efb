// The separator may be missing, and the text behind it is used all the same.
//@ verdict: unsafe
#include <string.h>
#include <raddle.h>

int main(void)
{
    char setting[4];
    raddle_make_symbolic(setting, sizeof setting, "setting");
    setting[3] = 0;
    char *separator = strchr(setting, '=');
    *separator = 0; //~ FINDING memory-null-dereference
    return 0;
}
