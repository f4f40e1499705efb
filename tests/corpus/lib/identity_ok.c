// Numbers of the process are the same in all threads; the text of an error without hidden memory; the order of bytes in networks.
//@ property: assert race memory
//@ verdict: safe
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void *ask(void *process)
{
    char text[32];
    assert(*(pid_t *)process == getpid());
    assert(strerror_r(ENOENT, text, sizeof text) == 0 && strcmp(text, "No such file or directory") == 0);
    assert(strerror_r(ENOENT, text, 3) == ERANGE && strcmp(text, "No") == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pid_t process = getpid();
    pthread_create(&thread, NULL, ask, &process);
    assert(getuid() == getuid() && htons(0x1234) == 0x3412 && ntohl(htonl(77)) == 77);
    pthread_join(thread, NULL);
    return 0;
}
