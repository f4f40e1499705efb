// N branches on the elements of one array: odd numbers are counted, and summed up.
#include <assert.h>
#include "inputs.h"

int main(void) {
    unsigned char b[N];
    for (int i = 0; i < N; i++)
        b[i] = (unsigned char)input();
    int odd = 0, sum = 0;
    for (int i = 0; i < N; i++)
        if (b[i] & 1) {
            odd++;
            sum += b[i];
        }
    assert(sum >= odd);
    assert(sum <= 255 * odd);
    return 0;
}
