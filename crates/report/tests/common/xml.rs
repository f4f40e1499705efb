//! A reader of XML, just strict enough to tell well-formed documents from others.

/// Names and values.
pub type Attributes = Vec<(String, String)>;

/// Elements as `path/of/tags` with their attributes, in document order; or what is wrong.
pub fn elements(text: &str) -> Result<Vec<(String, Attributes)>, String> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest =
        text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").ok_or("no declaration")?;
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start])?;
        let end = rest[start..].find('>').ok_or("a tag does not end")? + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let expected = open.pop().ok_or("a closing tag too many")?;
            if expected != name {
                return Err(format!("{expected} is closed by {name}"));
            }
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        open.push(name.to_owned());
        found.push((open.join("/"), attribute_list(attributes)?));
        if empty {
            open.pop();
        }
    }
    if open.is_empty() { Ok(found) } else { Err(format!("{open:?} stay open")) }
}

fn attribute_list(mut text: &str) -> Result<Attributes, String> {
    let mut attributes = Vec::new();
    while !text.trim().is_empty() {
        let (name, rest) =
            text.split_once("=\"").ok_or_else(|| format!("bad attribute in {text}"))?;
        let (value, rest) = rest.split_once('"').ok_or("an attribute does not end")?;
        check_text(value)?;
        attributes.push((name.trim().to_owned(), value.to_owned()));
        text = rest;
    }
    Ok(attributes)
}

/// Every ampersand starts an entity, and nothing forbidden occurs.
fn check_text(text: &str) -> Result<(), String> {
    const ENTITIES: [&str; 5] = ["amp;", "lt;", "gt;", "quot;", "#9;"];
    let entities =
        text.split('&').skip(1).all(|rest| ENTITIES.iter().any(|entity| rest.starts_with(entity)));
    let characters = text.chars().all(|character| !character.is_control() || character == '\n');
    if entities && characters { Ok(()) } else { Err(format!("bad text: {text}")) }
}
