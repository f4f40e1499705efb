//! What library functions do with memory and with control, as far as dependences go. The facts are in the table of the crate `library`.

pub use raddle_library::{Control, Effect};
use raddle_library::{Memory, find, own_name};

/// What is known about a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryFunction {
    pub effects: &'static [Effect],
    pub control: Control,
}

/// The behaviour of a function the program does not define; `None` if nothing is known about it.
pub fn library_function(name: &str) -> Option<LibraryFunction> {
    let control = find(name).map_or(Control::Kept, |row| row.control);
    match find(own_name(name))?.memory {
        Memory::Does(effects) => Some(LibraryFunction { effects, control }),
        Memory::AsWritten | Memory::Anything => None,
    }
}
