// A vector with a lock in every operation, as libraries have it. Two of them appended to each other wait for each other; an
// iteration that asks for the size first and for the elements later misses what is removed in between. With DATA, the appends depend on an
// input and on how many elements another thread has added by then.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct vector {
    pthread_mutex_t lock;
    int size, capacity;
    int *elements;
};

static void init(struct vector *v, int capacity) {
    pthread_mutex_init(&v->lock, 0);
    v->size = 0;
    v->capacity = capacity;
    v->elements = calloc((size_t)capacity, sizeof *v->elements);
    if (!v->elements)
        exit(2);
}

static void add(struct vector *v, int element) {
    pthread_mutex_lock(&v->lock);
    if (v->size < v->capacity)
        v->elements[v->size++] = element;
    pthread_mutex_unlock(&v->lock);
}

static int size(struct vector *v) {
    pthread_mutex_lock(&v->lock); // target second-lock
    int size = v->size;
    pthread_mutex_unlock(&v->lock);
    return size;
}

static int get(struct vector *v, int index) {
    pthread_mutex_lock(&v->lock);
    if (index >= v->size)
        exit(1); // target removed
    int element = v->elements[index];
    pthread_mutex_unlock(&v->lock);
    return element;
}

static void remove_last(struct vector *v) {
    pthread_mutex_lock(&v->lock);
    if (v->size > 0)
        v->size--;
    pthread_mutex_unlock(&v->lock);
}

static void append(struct vector *to, struct vector *from) {
    pthread_mutex_lock(&to->lock);
    int more = size(from); // target append
    if (to->size + more > to->capacity)
        more = to->capacity - to->size;
    to->size += more;
    pthread_mutex_unlock(&to->lock);
}

static void append_to(struct vector *to, struct vector *from, int expected) {
    pthread_mutex_lock(&to->lock);
    if (to->size == expected) {
        int more = size(from); // target expected
        if (to->size + more <= to->capacity)
            to->size += more;
    }
    pthread_mutex_unlock(&to->lock);
}

static struct vector v, w;

static void *append_w(void *unused) {
    (void)unused;
    add(&v, 1);
#ifdef DATA
    if (__VERIFIER_nondet_int() == 815)
        append_to(&v, &w, 3);
#else
    append(&v, &w);
#endif
    return 0;
}

static void *append_v(void *unused) {
    (void)unused;
    add(&w, 2);
#ifdef DATA
    append_to(&w, &v, 1);
#else
    append(&w, &v);
#endif
    return 0;
}

static void *iterate(void *unused) {
    (void)unused;
    int sum = 0;
    for (int i = 0; i < size(&v); i++)
        sum += get(&v, i);
    return (void *)(long)sum;
}

static void *shrink(void *unused) {
    (void)unused;
#ifdef DATA
    add(&v, 3);
#endif
    if (__VERIFIER_nondet_int() == 4711)
        remove_last(&v);
    return 0;
}

int main(void) {
    pthread_t threads[4];
    init(&v, 4);
    init(&w, 4);
    add(&v, 7);
    pthread_create(&threads[0], 0, append_w, 0);
    pthread_create(&threads[1], 0, append_v, 0);
    pthread_create(&threads[2], 0, iterate, 0);
    pthread_create(&threads[3], 0, shrink, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
