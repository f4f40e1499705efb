// The door is locked only when it is closed; all sequences of four events keep it so.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

enum event { OPEN, CLOSE, LOCK, UNLOCK };

int main(void)
{
    int is_open = 0, is_locked = 0;
    for (int step = 0; step < 4; step++) {
        switch ((enum event)(__VERIFIER_nondet_uint() % 4)) {
        case OPEN:
            if (!is_locked)
                is_open = 1;
            break;
        case CLOSE:
            is_open = 0;
            break;
        case LOCK:
            if (!is_open)
                is_locked = 1;
            break;
        case UNLOCK:
            is_locked = 0;
            break;
        }
        assert(!(is_open && is_locked));
    }
    return 0;
}
