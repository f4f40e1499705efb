// Copying and printing under one lock; what is printed gives no further interleavings.
//@ verdict: safe
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char name[8] = "abc";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *rename_it(void *unused) {
    errno = 1;
    printf("%s %d\n", "thread", 1);
    fprintf(stderr, "%c\n", toupper('x'));
    pthread_mutex_lock(&lock);
    strcpy(name, "xyz");
    pthread_mutex_unlock(&lock);
    assert(errno == 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    errno = 2;
    puts("main");
    fputs("main", stderr);
    pthread_mutex_lock(&lock);
    assert(strcmp(name, "abc") == 0 || strcmp(name, "xyz") == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(errno == 2);
    return 0;
}
