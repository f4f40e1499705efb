//! Files and pipes behind descriptors and streams: what is written, read, moved, truncated and removed, and what each call returns.

use std::fmt::Write;

use crate::random::Random;

pub(super) fn generate(random: &mut Random) -> String {
    let mut text = String::from(HELPERS);
    text.push_str("static void run(void) {\n    unlink(\"a\");\n    unlink(\"b\");\n");
    let mut open = 0;
    for _ in 0..4 + random.below(10) {
        let line = operation(random, &mut open);
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("    unlink(\"a\");\n    unlink(\"b\");\n}\n");
    text
}

fn name(random: &mut Random) -> &'static str {
    if random.chance(60) { "\"a\"" } else { "\"b\"" }
}

fn operation(random: &mut Random, open: &mut usize) -> String {
    const FLAGS: [&str; 6] = [
        "O_RDONLY",
        "O_RDWR | O_CREAT",
        "O_RDWR | O_CREAT | O_TRUNC",
        "O_RDWR | O_CREAT | O_EXCL",
        "O_WRONLY | O_APPEND",
        "O_RDWR | O_CREAT | O_APPEND",
    ];
    if *open == 0 || *open < 4 && random.chance(15) {
        *open += 1;
        return format!("opened(open({}, {}, 0600));", name(random), random.pick(&FLAGS));
    }
    let which = random.below(*open);
    match random.below(16) {
        0..=3 => {
            const WORDS: [&str; 4] = ["\"x\"", "\"yes\"", "\"and so on\"", "\"\\n\""];
            let word = random.pick(&WORDS);
            format!("told(write(at({which}), {word}, sizeof {word} - 1));")
        }
        4 | 5 => format!("read_some(at({which}), {});", random.below(6)),
        6 | 7 => {
            const WAYS: [&str; 3] = ["SEEK_SET", "SEEK_CUR", "SEEK_END"];
            let way = random.pick(&WAYS);
            format!("told(lseek(at({which}), {}, {way}));", random.between(-3, 6))
        }
        8 => format!("read_at(at({which}), {}, {});", random.below(5), random.below(6)),
        9 => format!("told(close(at({which})));"),
        10 => {
            *open = (*open + 1).min(6);
            format!("opened(dup(at({which})));")
        }
        11 => format!("told(ftruncate(at({which}), {}));", random.below(6)),
        12 => format!("told(unlink({}));", name(random)),
        13 => format!("told(rename({}, {}));", name(random), name(random)),
        14 => format!("told(access({}, F_OK));", name(random)),
        _ => match random.below(3) {
            0 => format!("stream({}, \"r\");", name(random)),
            1 => format!("stream({}, \"a\");", name(random)),
            _ => "piped();".to_owned(),
        },
    }
}

const HELPERS: &str = r#"#include <fcntl.h>
#include <unistd.h>

static int numbers[8], count;
static void told(long result) {
    add(result < 0 ? 1000 + (unsigned)errno : (unsigned long)result);
}
static void opened(int number) {
    add(number < 0 ? 1000 + (unsigned)errno : 1);
    if (count < 8)
        numbers[count++] = number;
}
static int at(int index) {
    return index < count ? numbers[index] : -1;
}
static void read_some(int number, unsigned size) {
    char text[8] = "";
    long got = read(number, text, size);
    told(got);
    for (long index = 0; index < got; index++)
        add((unsigned char)text[index]);
}
static void read_at(int number, unsigned size, long place) {
    char text[8] = "";
    long got = pread(number, text, size, place);
    told(got);
    for (long index = 0; index < got; index++)
        add((unsigned char)text[index]);
}
static void stream(const char *name, const char *mode) {
    FILE *file = fopen(name, mode);
    add(file != 0);
    if (!file)
        return;
    if (*mode == 'a') {
        fputs("end", file);
    } else {
        char line[6];
        add((unsigned)fgetc(file));
        add(fgets(line, sizeof line, file) != 0 ? (unsigned)line[0] : 5);
        add(feof(file) != 0);
    }
    fclose(file);
}
static void piped(void) {
    int ends[2];
    char text[4] = "";
    if (pipe(ends))
        return;
    told(write(ends[1], "abcde", 5));
    told(read(ends[0], text, 3));
    close(ends[1]);
    told(read(ends[0], text, 4));
    told(read(ends[0], text, 4));
    add((unsigned char)text[1]);
    close(ends[0]);
}
"#;
