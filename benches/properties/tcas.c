// Collision avoidance of aircraft, in our own words: whether to climb or to descend when another aircraft is near.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { NOTHING = 0, UPWARD = 1, DOWNWARD = 2 };
enum { NO_INTENT = 0, DO_NOT_CLIMB = 1, DO_NOT_DESCEND = 2 };
enum { TCAS_TA = 1, OTHER = 2 };

static int current_separation, own_altitude, own_rate, other_altitude, layer, up_separation, down_separation;
static int other_report, other_capability, climb_inhibit, high_confidence, two_reports_valid;
static const int thresholds[4] = {400, 500, 640, 740};

static int threshold(void) {
    assert(layer >= 0 && layer < 4);
    return thresholds[layer];
}

static int inhibit_biased_climb(void) {
    return climb_inhibit ? up_separation + 100 : up_separation;
}

static int own_below_threat(void) {
    return own_altitude < other_altitude;
}

static int own_above_threat(void) {
    return other_altitude < own_altitude;
}

static int non_crossing_climb(void) {
    int upward_preferred = inhibit_biased_climb() > down_separation, result;
    if (upward_preferred) {
        result = !own_below_threat() || (own_below_threat() && !(down_separation >= threshold()));
        assert(!result || !own_below_threat() || down_separation < 740);
    } else {
        result = own_above_threat() && current_separation >= 300 && up_separation >= threshold();
        assert(!result || up_separation >= 400);
        assert(!result || current_separation >= 300);
    }
    return result;
}

static int non_crossing_descend(void) {
    int upward_preferred = inhibit_biased_climb() > down_separation, result;
    if (upward_preferred) {
        result = own_below_threat() && current_separation >= 300 && down_separation >= threshold();
        assert(!result || down_separation >= 400);
        assert(!result || current_separation > 300);
    } else {
        result = !own_above_threat() || (own_above_threat() && up_separation >= threshold());
        assert(!result || !own_above_threat() || up_separation >= 400);
    }
    return result;
}

static int separation_test(void) {
    int enabled = high_confidence && own_rate <= 600 && current_separation > 600;
    int equipped = other_capability == TCAS_TA;
    int intent_not_known = two_reports_valid && other_report == NO_INTENT;
    int result = NOTHING;
    assert(!enabled || own_rate <= 600);
    if (enabled && ((equipped && intent_not_known) || !equipped)) {
        assert(current_separation > 600);
        int need_upward = non_crossing_climb() && own_below_threat();
        int need_downward = non_crossing_descend() && own_above_threat();
        assert(!(need_upward && need_downward));
        if (need_upward && need_downward)
            result = NOTHING;
        else if (need_upward) {
            result = UPWARD;
            assert(own_altitude < other_altitude);
            assert(down_separation < up_separation); // wrong where climbing is inhibited
        } else if (need_downward) {
            result = DOWNWARD;
            assert(own_altitude > other_altitude);
            assert(up_separation >= 500); // wrong in the lowest layer
        } else
            result = NOTHING;
    }
    assert(result == NOTHING || enabled);
    return result;
}

int main(void) {
    current_separation = __VERIFIER_nondet_int();
    own_altitude = __VERIFIER_nondet_int();
    own_rate = __VERIFIER_nondet_int();
    other_altitude = __VERIFIER_nondet_int();
    layer = __VERIFIER_nondet_int();
    up_separation = __VERIFIER_nondet_int();
    down_separation = __VERIFIER_nondet_int();
    other_report = __VERIFIER_nondet_int();
    other_capability = __VERIFIER_nondet_bool() ? TCAS_TA : OTHER;
    climb_inhibit = __VERIFIER_nondet_bool();
    high_confidence = __VERIFIER_nondet_bool();
    two_reports_valid = __VERIFIER_nondet_bool();
    if (layer < 0 || layer > 3 || up_separation < 0 || up_separation > 100000)
        return 0;
    if (down_separation < 0 || down_separation > 100000)
        return 0;
    int result = separation_test();
    assert(result >= NOTHING && result <= DOWNWARD);
    return result;
}
