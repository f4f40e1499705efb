// strcat and strncat append behind the present end and terminate.
//@ verdict: safe
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char path[13] = "/usr";
    strcat(path, "/");
    strncat(path, __VERIFIER_nondet_int() ? "bin" : "includes", 7);
    assert(strcmp(path, "/usr/bin") == 0 || strcmp(path, "/usr/include") == 0);
    return 0;
}
