// Nobody looks whether there were random bytes.
//@ verdict: unsafe
#include <unistd.h>

int main(void) {
    unsigned char bytes[300];
    getentropy(bytes, sizeof bytes);
    if (bytes[0] > 7)  //~ FINDING memory-uninitialised
        return 1;
    return 0;
}
