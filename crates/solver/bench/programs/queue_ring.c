// Symbolic commands drive a ring buffer with symbolic positions.
#include <assert.h>
#include <raddle.h>

#define SIZE 4

int main(void) {
    unsigned char commands[5];
    unsigned char ring[SIZE];
    unsigned head, count = 0;
    raddle_make_symbolic(commands, sizeof commands, "commands");
    raddle_make_symbolic(&head, sizeof head, "head");
    raddle_assume(head < SIZE);
    for (unsigned i = 0; i < SIZE; i++) ring[i] = 0;
    unsigned char last = 0;
    for (int i = 0; i < 5; i++) {
        if (commands[i] < 100) {
            if (count == SIZE) continue;
            ring[(head + count) % SIZE] = commands[i];
            last = commands[i];
            count++;
        } else if (commands[i] < 200) {
            if (count == 0) continue;
            head = (head + 1) % SIZE;
            count--;
        } else if (count > 0) {
            assert(ring[(head + count - 1) % SIZE] == last);
        }
        assert(head < SIZE && count <= SIZE);
    }
    return (int)count;
}
