// N threads read what one thread writes, and nothing is asserted.
#include <pthread.h>
#include <stdatomic.h>

atomic_int shared;
int seen[N];

void *read_it(void *own) {
    *(int *)own = atomic_load(&shared);
    return 0;
}

void *write_it(void *unused) {
    atomic_store(&shared, 1);
    return 0;
}

int main(void) {
    pthread_t writer, readers[N];
    pthread_create(&writer, 0, write_it, 0);
    for (int i = 0; i < N; i++)
        pthread_create(&readers[i], 0, read_it, &seen[i]);
    pthread_join(writer, 0);
    for (int i = 0; i < N; i++)
        pthread_join(readers[i], 0);
    return 0;
}
