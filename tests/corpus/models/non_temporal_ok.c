// As long as there is one thread, a non-temporal store is a store.
//@ verdict: safe
#include <assert.h>

int data;

int main(void)
{
    __builtin_nontemporal_store(1, &data);
    assert(data == 1);
    return 0;
}
