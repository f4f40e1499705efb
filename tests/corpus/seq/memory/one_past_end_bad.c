// Comparing with <= dereferences the address just past the array.
//@ verdict: unsafe
int main(void)
{
    int data[3] = {1, 2, 3};
    int sum = 0;
    for (const int *p = data; p <= data + 3; p++)
        sum += *p; //~ FINDING memory-out-of-bounds
    return sum;
}
