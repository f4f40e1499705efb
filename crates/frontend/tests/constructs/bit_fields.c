// Bit-fields: signed, unsigned, crossing bytes, zero width, in unions, packed.
struct flags { unsigned a : 3; int b : 5; unsigned : 0; unsigned long long c : 33; _Bool d : 1; };
struct __attribute__((packed)) tight { unsigned char x : 4; unsigned y : 20; short z; };
union view { struct { unsigned low : 7, high : 25; } parts; unsigned whole; };
struct flags global = { 5, -3, 1ull << 32, 1 };

int read(struct flags *f) { return (int)f->a + f->b + (int)f->c + f->d; }
void write(struct flags *f, int v) { f->a = (unsigned)v; f->b = v; f->c += 7; f->d = v; f->b++; }
unsigned split(unsigned w) { union view v; v.whole = w; v.parts.high ^= 3; return v.whole; }
int squeeze(struct tight t) { t.y -= 1; return t.x + (int)t.y + t.z; }
int main(void) {
    struct tight t = { 3, 77, -2 };
    write(&global, 9);
    return read(&global) + (int)split(255) + squeeze(t);
}
