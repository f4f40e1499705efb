//! A C program that builds the memory a finding starts from, calls the function, and fails.

use std::fmt::Write;

use raddle_findings::{Finding, Heap, HeapCell, HeapObject};

use crate::text::printable;

/// The text of the program; `None` if the finding does not start in a function with arguments. `sources` are included, so that
/// static functions can be called; if they include <raddle.h>, `with_header`, what they call of it is there.
pub fn harness(finding: &Finding, sources: &[String], with_header: bool) -> Option<String> {
    let heap = finding.heap.as_ref()?;
    let mut text = String::new();
    let message = printable(&finding.message).replace("*/", "* /");
    let _ = writeln!(text, "/*\n * {message}\n *");
    let sanitizers = sanitizers(finding);
    let _ = writeln!(
        text,
        " * Compile with -g -fsanitize={sanitizers} and run: it fails where the finding is."
    );
    if with_header {
        text += " * raddle.h lies beside it: -I with the directory of this file.\n";
    }
    if !finding.threads.is_empty() && finding.property != "race" {
        text += " * The machine chooses which thread goes first, so it may take many runs.\n";
    }
    text += " */\n";
    let is_empty = |object: &HeapObject| object.elements == 0;
    if finding.message.ends_with("heap memory, which has 0 bytes")
        || heap.objects.iter().any(is_empty)
    {
        text += MEMORY_WITHOUT_BYTES;
    }
    text += "#define main raddle_main_of_the_program\n";
    for source in sources {
        let _ = writeln!(text, "#include \"{source}\"");
    }
    // Behind the sources, which may say by macros what headers declare.
    text += "#undef main\n#include <stdlib.h>\n";
    if finding.property == "deadlock" {
        text += "#include <unistd.h>\n";
    }
    if with_header {
        text += REQUIREMENTS;
    }
    text += &told_to_sanitizers(finding);
    text += "\nint main(void)\n{\n";
    if finding.property == "deadlock" {
        text += "    alarm(10); // seconds, after which nobody goes on any more\n";
    }
    for object in &heap.objects {
        let _ = writeln!(text, "{}", declaration(object));
    }
    for object in &heap.objects {
        for cell in &object.cells {
            let _ = writeln!(text, "    {} = {};", place(object, &cell.name), value(heap, cell));
        }
    }
    let arguments: Vec<String> = heap.arguments.iter().map(|cell| value(heap, cell)).collect();
    let _ = writeln!(text, "    {}({});\n    return 0;\n}}", heap.function, arguments.join(", "));
    Some(text)
}

/// What a function requires of its callers is seen to here.
const REQUIREMENTS: &str = "
void raddle_requires_text(const char *condition, const char *expanded)
{
    (void)condition, (void)expanded;
}
";

/// Sanitizers give a byte to who asks for none.
const MEMORY_WITHOUT_BYTES: &str = "\
#include <stdlib.h>
#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
void __asan_poison_memory_region(const volatile void *, size_t);
static void *raddle_guarded(void *memory, size_t size)
{
    if (memory && size == 0)
        __asan_poison_memory_region(memory, 1);
    return memory;
}
static void *raddle_malloc(size_t size)
{
    return raddle_guarded(malloc(size), size);
}
static void *raddle_calloc(size_t count, size_t size)
{
    return raddle_guarded(calloc(count, size), count * size);
}
#define malloc(size) raddle_malloc(size)
#define calloc(count, size) raddle_calloc(count, size)
#endif
";

/// The use of uninitialised memory.
const UNINITIALISED: &str = "R0207";

/// What the program has to be compiled with to fail.
pub fn sanitizers(finding: &Finding) -> &'static str {
    match finding.property.as_str() {
        "race" => "thread",
        // Only clang has this one.
        _ if finding.code == UNINITIALISED => "memory",
        _ => "address,undefined",
    }
}

/// What makes the program fail for its finding, and for nothing else: neither the memory that is built nor what the function returns is anybody's to free.
fn told_to_sanitizers(finding: &Finding) -> String {
    let leaks = u8::from(finding.property == "memory:leak");
    let mut text = format!(
        "\nconst char *__asan_default_options(void) {{ return \"detect_leaks={leaks}\"; }}\n"
    );
    text += "const char *__ubsan_default_options(void) { return \"halt_on_error=1\"; }\n";
    text
}

fn declaration(object: &HeapObject) -> String {
    let name = variable(&object.name);
    let ty = if object.ty.is_empty() { "unsigned char" } else { &object.ty };
    match ty {
        // Nobody looks at its code.
        "function" => format!("    static void *{name};"),
        // `int[3][4]`
        _ if ty.ends_with(']') => {
            let (of, counts) = ty.split_at(ty.find('[').unwrap_or(ty.len()));
            format!(
                "    static {of} (*{name}){counts};\n    {name} = calloc({}, sizeof *{name});",
                object.elements
            )
        }
        _ if object.behind > 0 => {
            format!(
                "    static {ty} *{name};\n    {name} = calloc(1, sizeof *{name} + {});",
                object.behind
            )
        }
        _ => format!(
            "    static {ty} *{name};\n    {name} = calloc({}, sizeof *{name});",
            object.elements
        ),
    }
}

fn variable(name: &str) -> String {
    name.replace('#', "_")
}

/// An object's part as C reads it.
fn place(object: &HeapObject, part: &str) -> String {
    let name = variable(&object.name);
    match part.strip_prefix('.') {
        Some(member) => format!("{name}->{member}"),
        None if part.is_empty() => format!("*{name}"),
        None => format!("{name}{part}"),
    }
}

fn value(heap: &Heap, cell: &HeapCell) -> String {
    if !cell.pointer || cell.value == "NULL" {
        return cell.value.clone();
    }
    if let Some(pointer) = cell.value.strip_prefix('*') {
        let pointer = HeapCell { value: pointer.to_owned(), ..cell.clone() };
        return format!("*{}", value(heap, &pointer));
    }
    let end = cell.value.find(['.', '[']).unwrap_or(cell.value.len());
    let (object, part) = cell.value.split_at(end);
    let found = heap.objects.iter().find(|other| other.name == object);
    match found {
        Some(found) if !part.is_empty() => format!("&{}", place(found, part)),
        Some(_) => variable(object),
        None => cell.value.clone(),
    }
}
