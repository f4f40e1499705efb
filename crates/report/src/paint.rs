//! The colours of the terminal report, in one place. Painting without colour returns the text unchanged.

use anstyle::{AnsiColor, Style};

/// What a piece of text means to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Good,
    Bad,
    Doubtful,
    Heading,
    Value,
    Faint,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub(crate) color: bool,
}

impl Paint {
    pub(crate) fn text(self, role: Role, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        let style = style_of(role);
        format!("{style}{text}{style:#}")
    }
}

fn style_of(role: Role) -> Style {
    match role {
        Role::Good => AnsiColor::Green.on_default().bold(),
        Role::Bad => AnsiColor::BrightRed.on_default().bold(),
        Role::Doubtful => AnsiColor::Yellow.on_default().bold(),
        Role::Heading => Style::new().bold(),
        Role::Value => AnsiColor::Cyan.on_default(),
        Role::Faint => Style::new().dimmed(),
    }
}
