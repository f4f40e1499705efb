//! Reading C strings and places in user code for messages.

use raddle_ir::{Loc, Location};

use crate::machine::Machine;
use crate::names::ThreadId;
use crate::object::Byte;
use crate::state::State;
use crate::value::Value;

const LONGEST: u64 = 4096;

impl Machine<'_> {
    /// A zero-terminated string whose bytes are all known; bytes that are not print as `?`.
    pub(crate) fn known_string(&self, st: &State, pointer: Value) -> Option<String> {
        let (id, offset) = self.names.resolve(pointer.word()?)?;
        let object = st.memory.get(id)?;
        let mut bytes = Vec::new();
        for at in u64::try_from(offset).ok()?..object.size.min(LONGEST) {
            match object.byte(at) {
                Byte::Known(0) => break,
                Byte::Known(byte) => bytes.push(byte),
                Byte::Part(..) | Byte::Undefined => bytes.push(b'?'),
            }
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The innermost place of a thread's stack that lies in the user's own files.
    pub fn user_location(&self, st: &State, thread: ThreadId) -> Loc {
        self.here(st, thread).loc
    }

    /// Code of the linked run-time library has file names that start with `<raddle>`.
    pub fn is_user_location(&self, loc: Loc) -> bool {
        loc.get().is_some_and(|Location { file, .. }| self.facts.user_files[file])
    }
}
