// Functions called through pointers of other types: too few and too many arguments, a float for a double, a struct for a pointer, library
// functions, comparisons and exit functions of the wrong type.
//@ verdict: unsafe
//@ family: K=1,2,3,4,5,6,7,8,9
#include <stdlib.h>
#include <string.h>
struct large {
    long items[5];
};
static int one(int a) {
    return a;
}
static float half(float a) {
    return a / 2;
}
static char compare(const int *a, const int *b) {
    return (char)(*a - *b);
}
static struct large make(void) {
    struct large made = {{1}};
    return made;
}
int main(void) {
    int items[2] = {2, 1};
#if K == 1
    int (*few)(void) = (int (*)(void))one;
    few();  //~[K=1] FINDING memory-function-type
#elif K == 2
    int (*many)(int, int) = (int (*)(int, int))one;
    many(1, 2);  //~[K=2] FINDING memory-function-type
#elif K == 3
    double (*wide)(double) = (double (*)(double))half;
    wide(1);  //~[K=3] FINDING memory-function-type
#elif K == 4
    size_t (*length)(int) = (size_t (*)(int))strlen;
    length(1);  //~[K=4] FINDING memory-function-type
#elif K == 5
    qsort(items, 2, sizeof *items, (int (*)(const void *, const void *))compare);  //~[K=5] FINDING memory-function-type
#elif K == 6
    qsort(items, 2, sizeof *items, (int (*)(const void *, const void *))one);  //~[K=6] FINDING memory-function-type
#elif K == 7
    bsearch(items, items, 2, sizeof *items, (int (*)(const void *, const void *))one);  //~[K=7] FINDING memory-function-type
#elif K == 8
    size_t (*length)(struct large) = (size_t (*)(struct large))strlen;
    length(make());  //~[K=8] FINDING memory-function-type
#elif K == 9
    void (*nothing)(void) = (void (*)(void))make;
    nothing();  //~[K=9] FINDING memory-function-type
#endif
    return items[0] == 3;
}
