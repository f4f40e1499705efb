//! Tests of what is known of contexts.

mod analyses;
mod broken;
mod case;
mod golden;
mod interpreter;
mod large;
mod oracle;
mod pools;
mod random;
mod sound;
