// Start functions that ignore their argument or return nothing that anybody looks at are passed alike by every machine.
//@ verdict: safe
#include <pthread.h>
pthread_key_t key;
void *without_argument() {
    return 0;
}
void without_result(void *unused) {
}
void *of_long(long number) {
    return 0;
}
void *specific(void *unused) {
    pthread_setspecific(key, &key);
    return 0;
}
void destroy(int *value) {
}
int main(void) {
    pthread_t threads[4];
    pthread_key_create(&key, (void (*)(void *))destroy);
    pthread_create(&threads[0], 0, (void *(*)(void *))without_argument, 0);
    pthread_create(&threads[1], 0, (void *(*)(void *))without_result, 0);
    pthread_create(&threads[2], 0, (void *(*)(void *))of_long, (void *)3);
    pthread_create(&threads[3], 0, specific, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
