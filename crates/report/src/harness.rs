//! A C program that builds the memory a finding starts from, calls the function, and fails.

use std::fmt::Write;

use raddle_findings::{Finding, Heap, HeapCell, HeapObject};

use crate::text::printable;

/// The text of the program; `None` if the finding does not start in a function with arguments. `sources` are included, so that
/// static functions can be called.
pub fn harness(finding: &Finding, sources: &[String]) -> Option<String> {
    let heap = finding.heap.as_ref()?;
    let mut text = String::new();
    let message = printable(&finding.message).replace("*/", "* /");
    let _ = writeln!(text, "/*\n * {message}\n *");
    text += " * Compile with -g -fsanitize=address,undefined and run: it fails where the finding is.\n */\n";
    text += "#include <stdlib.h>\n";
    text += "#define main raddle_main_of_the_program\n";
    for source in sources {
        let _ = writeln!(text, "#include \"{source}\"");
    }
    text += "#undef main\n\nint main(void)\n{\n";
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

fn declaration(object: &HeapObject) -> String {
    let name = variable(&object.name);
    let ty = if object.ty.is_empty() { "unsigned char" } else { &object.ty };
    match ty {
        // Nobody looks at its code.
        "function" => format!("    void *{name} = NULL;"),
        _ if object.behind > 0 => {
            format!("    {ty} *{name} = calloc(1, sizeof *{name} + {});", object.behind)
        }
        _ => format!("    {ty} *{name} = calloc({}, sizeof *{name});", object.elements),
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
