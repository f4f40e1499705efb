// Collision avoidance: no loops, many decisions over twelve inputs.
//@ run: => exact=true certified=true
extern int __VERIFIER_nondet_int(void);
int separation, high_confidence, two_reports, altitude, rate, other_altitude, layer, up, down, other_rac;
int other_capability, inhibit;
static int threshold(void) {
  return layer == 0 ? 400 : layer == 1 ? 500 : layer == 2 ? 640 : 740;
}
static int inhibit_biased_climb(void) {
  return inhibit ? up + 100 : up;
}
static int below(void) {
  return altitude < other_altitude;
}
static int above(void) {
  return other_altitude < altitude;
}
static int biased_climb(void) {
  int preferred = inhibit_biased_climb() > down;
  if (preferred)
    return !below() || (below() && !(down >= threshold()));
  return above() && separation >= 300 && up >= threshold();
}
static int biased_descend(void) {
  int preferred = inhibit_biased_climb() > down;
  if (preferred)
    return below() && separation >= 300 && down >= threshold();
  return !above() || (above() && up >= threshold());
}
int main(void) {
  separation = __VERIFIER_nondet_int();
  high_confidence = __VERIFIER_nondet_int() & 1;
  two_reports = __VERIFIER_nondet_int() & 1;
  altitude = __VERIFIER_nondet_int() & 1023;
  rate = __VERIFIER_nondet_int() & 1023;
  other_altitude = __VERIFIER_nondet_int() & 1023;
  layer = __VERIFIER_nondet_int() & 3;
  up = __VERIFIER_nondet_int() & 1023;
  down = __VERIFIER_nondet_int() & 1023;
  other_rac = __VERIFIER_nondet_int() & 3;
  other_capability = __VERIFIER_nondet_int() & 1;
  inhibit = __VERIFIER_nondet_int() & 1;
  int enabled = high_confidence && rate <= 600 && separation > 600;
  int equipped = other_capability == 1;
  int intent = two_reports && other_rac == 0;
  int result = 0;
  if (enabled && ((equipped && intent) || !equipped)) {
    int upward = biased_climb() && below();
    int downward = biased_descend() && above();
    if (upward && downward)
      result = 0;
    else if (upward)
      result = 1;
    else if (downward)
      result = 2;
  }
  return result;
}
