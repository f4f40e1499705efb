// Start functions, functions called once and destructors of another type than the library calls them with.
//@ verdict: unsafe
//@ family: K=1,2,3,4,5
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
void *of_int(int number) {
    return 0;
}
int returns_int(void *unused) {
    return 1;
}
void *of_two(void *unused, int number) {
    return 0;
}
void *specific(void *unused) {
    pthread_setspecific(key, &key);
    return 0;  //~[K=5] FINDING memory-function-type
}
int main(void) {
    pthread_t thread;
#if K == 1
    pthread_create(&thread, 0, (void *(*)(void *))of_int, 0);  //~[K=1] FINDING memory-function-type
#elif K == 2
    pthread_create(&thread, 0, (void *(*)(void *))returns_int, 0);  //~[K=2] FINDING memory-function-type
#elif K == 3
    pthread_create(&thread, 0, (void *(*)(void *))of_two, 0);  //~[K=3] FINDING memory-function-type
#elif K == 4
    pthread_once(&once, (void (*)(void))of_int);  //~[K=4] FINDING memory-function-type
    return 0;
#elif K == 5
    pthread_key_create(&key, (void (*)(void *))of_int);
    pthread_create(&thread, 0, specific, 0);
#endif
    pthread_join(thread, 0);
    return 0;
}
