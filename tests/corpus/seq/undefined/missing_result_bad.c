// The result of a function that has none is used.
//@ verdict: unsafe
static void nothing(void) {}
int main(void) {
    int (*with_result)(void) = (int (*)(void))nothing;
    if (with_result() == 3)  //~ FINDING memory-uninitialised
        return 1;
    return 0;
}
