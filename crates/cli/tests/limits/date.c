// A date from days and back: divisions that one query takes half a minute for.
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
struct date { long y; int m, d; };
static struct date from_days(long z) {
  z += 719468;
  long era = (z >= 0 ? z : z - 146096) / 146097;
  long doe = z - era * 146097;
  long yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  long y = yoe + era * 400;
  long doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  long mp = (5 * doy + 2) / 153;
  struct date r;
  r.d = (int)(doy - (153 * mp + 2) / 5 + 1);
  r.m = (int)(mp < 10 ? mp + 3 : mp - 9);
  r.y = y + (r.m <= 2);
  return r;
}
static long to_days(struct date t) {
  long y = t.y - (t.m <= 2);
  long era = (y >= 0 ? y : y - 399) / 400;
  long yoe = y - era * 400;
  long doy = (153 * (t.m > 2 ? t.m - 3 : t.m + 9) + 2) / 5 + t.d - 1;
  long doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
  return era * 146097 + doe - 719468;
}
int main(void) {
  long z = __VERIFIER_nondet_long();
  if (z < -100000000 || z > 100000000) return 0;
  struct date t = from_days(z);
  assert(t.m >= 1 && t.m <= 12 && t.d >= 1 && t.d <= 31);
  assert(to_days(t) == z);
  return 0;
}
