// A function that declares alloca itself: the memory ends with the call that asked for it.
//@ verdict: unsafe
void *alloca(unsigned long size);

static int *keep(void) {
    int *memory = alloca(sizeof(int));
    *memory = 5;
    return memory;
}

int main(void) {
    return *keep();  //~ FINDING memory-stack-use-after-return
}
