// Unions: reinterpretation, nested and anonymous members, passed and returned by value.
union number { int i; float f; unsigned char bytes[8]; double d; };
struct tagged { int tag; union { long number; void *pointer; struct { short a, b; }; }; };

union number from_float(float f) { union number n; n.f = f; return n; }
int sum_bytes(union number n) { int s = 0; for (int i = 0; i < 8; i++) s += n.bytes[i]; return s; }
struct tagged make(int tag, void *p) { struct tagged t; t.tag = tag; t.pointer = p; t.b = 4; return t; }
union number initial = { .d = 2.5 };
int main(void) {
    struct tagged t = make(1, &initial);
    return sum_bytes(from_float(1.5f)) + t.tag + (t.number != 0) + t.a;
}
