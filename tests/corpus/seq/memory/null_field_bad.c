// The address of a field of a null structure is small but not zero; using it is still a null dereference.
//@ verdict: unsafe
#include <stddef.h>

struct record {
    long header;
    int payload;
};

static int payload_of(const struct record *r)
{
    return r->payload; //~ FINDING memory-null-dereference
}

int main(void)
{
    return payload_of(NULL);
}
