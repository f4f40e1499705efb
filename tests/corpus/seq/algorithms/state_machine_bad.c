// A door that can be locked while it stands open.
//@ verdict: unsafe
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
            is_locked = 1;
            break;
        case UNLOCK:
            is_locked = 0;
            break;
        }
        assert(!(is_open && is_locked)); //~ FINDING assertion
    }
    return 0;
}
