#include "put.h"

int main(void)
{
    int slots[2];
    int count = 0;
    while (count <= 2)
        count = put(slots, count, count);
    return 0;
}
