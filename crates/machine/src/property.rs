//! The properties that are looked for.

/// A class of misbehaviour, as the user names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Property {
    Assert,
    Memory,
    Leak,
    Overflow,
    Race,
    Deadlock,
}

impl Property {
    /// As flags and reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assert => "assert",
            Property::Memory => "memory",
            Property::Leak => "memory:leak",
            Property::Overflow => "overflow",
            Property::Race => "race",
            Property::Deadlock => "deadlock",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PropertySet(u8);

impl PropertySet {
    pub fn of(properties: &[Property]) -> PropertySet {
        PropertySet(properties.iter().fold(0, |set, &property| set | 1 << property as u8))
    }
    pub fn contains(self, property: Property) -> bool {
        self.0 >> property as u8 & 1 == 1
    }
}
