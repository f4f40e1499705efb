// The check fails only after another thread has reset the element, which it does only for some inputs; both hold the lock.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static struct element {
    pthread_mutex_t lock;
    int value;
} element = {PTHREAD_MUTEX_INITIALIZER, 1};

static void check(struct element *e) {
    if (e->value > 9)
        exit(1); // target large
}

static void *checker(void *unused) {
    (void)unused;
    pthread_mutex_lock(&element.lock);
    check(&element);
    pthread_mutex_unlock(&element.lock);
    return 0;
}

static void *resetter(void *unused) {
    (void)unused;
    int x = __VERIFIER_nondet_int();
    if (x > 18) {
        pthread_mutex_lock(&element.lock);
        element.value = 11; // target reset
        pthread_mutex_unlock(&element.lock);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, checker, 0);
    pthread_create(&b, 0, resetter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
