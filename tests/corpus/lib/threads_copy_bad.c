// One thread copies a string into memory that another one prints: library functions race like plain accesses.
//@ verdict: unsafe
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char name[8] = "abc";

static void *rename_it(void *unused) {
    strcpy(name, "xyz");  //~ FINDING data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    puts(name);
    pthread_join(thread, 0);
    return 0;
}
