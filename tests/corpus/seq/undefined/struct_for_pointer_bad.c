// A struct that is passed by value lies on the stack; a pointer to it is something else. Functions called through pointers that take
// one for the other, or a struct of another size, or a struct where an integer is taken; by other declarations in the same way.
//@ verdict: unsafe
//@ family: K=1,2,3,4,5,6
//@ files: struct_for_pointer_other.c
#include <pthread.h>
struct large {
    long items[4];
};
struct larger {
    long items[5];
};
static long by_pointer(struct large *of) {
    return of->items[0];
}
static long by_value(struct large of) {
    return of.items[0];
}
static long by_number(long number) {
    return number;
}
long elsewhere(struct large *of);
static void *start(struct large of) {
    return of.items[0] ? 0 : &start;
}
int main(void) {
    struct large some = {{1, 2, 3, 4}};
    struct larger more = {{1, 2, 3, 4, 5}};
#if K == 1
    long (*f)(struct large) = (long (*)(struct large))by_pointer;
    return f(some) != 1;  //~[K=1] FINDING memory-function-type
#elif K == 2
    long (*f)(struct large *) = (long (*)(struct large *))by_value;
    return f(&some) != 1;  //~[K=2] FINDING memory-function-type
#elif K == 3
    long (*f)(struct larger) = (long (*)(struct larger))by_value;
    return f(more) != 1;  //~[K=3] FINDING memory-function-type
#elif K == 4
    long (*f)(struct large) = (long (*)(struct large))by_number;
    return f(some) != 1;  //~[K=4] FINDING memory-function-type
#elif K == 5
    return elsewhere(&some) != 1;  //~[K=5] FINDING memory-function-type
#elif K == 6
    pthread_t thread;
    pthread_create(&thread, 0, (void *(*)(void *))start, &some);  //~[K=6] FINDING memory-function-type
#endif
    return more.items[0] + by_pointer(&some) + by_value(some) + by_number(1) == 4;
}
