// An index that may be any number: what Raddle adds to the program lies nowhere that it leads to, and all that is no data is one finding.
// from: --at a=@read --at b=@read
// verdict: unsafe
// finding: R0201 @read
// from: --at a=@word --at b=@word
// verdict: unsafe
#include <pthread.h>
#include <stdlib.h>

static const char text[] = "some text";
static const char *in = text;
static size_t from;
static unsigned long word;

static void *read_text(void *unused)
{
    int sum = 0;
    if (from > 5)
        sum = in[from]; // @read
    return sum ? unused : 0;
}

static void *read_word(void *unused)
{
    int sum = 0;
    if (word)
        sum = *(int *)word; // @word
    return sum ? unused : 0;
}

int main(int argc, char **argv)
{
    pthread_t threads[4];
    if (argc > 2) {
        in = argv[1];
        from = strtoul(argv[1], 0, 0);
        word = strtoul(argv[2], 0, 0);
    }
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, i < 2 ? read_text : read_word, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
