#include "put.h"

int put(int *slots, int count, int value)
{
    slots[count] = value;
    return count + 1;
}

int twice(int value)
{
    return value > 100 ? 200 : 2 * value;
}
