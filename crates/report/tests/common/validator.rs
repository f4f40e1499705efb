//! Validates reports against `docs/report.schema.json`, or JSON against another schema. It knows exactly the keywords the schema uses, and takes members
//! that are not described for errors: the schema must keep up with the code.

// Not every test uses both schemas.
#![allow(dead_code)]

use serde_json::Value;

const SCHEMA: &str = include_str!("../../../../docs/report.schema.json");

/// Collects what is wrong with `value`.
pub struct Validator {
    root: Value,
    errors: Vec<String>,
}

impl Validator {
    /// Everything that is wrong with a report.
    pub fn validate(text: &str) -> Vec<String> {
        Validator::validate_with(SCHEMA, text)
    }

    /// Everything that is wrong with a text by another schema.
    pub fn validate_with(schema: &str, text: &str) -> Vec<String> {
        let root: Value = serde_json::from_str(schema).expect("the schema is JSON");
        let value: Value = serde_json::from_str(text).expect("the report is JSON");
        let mut validator = Validator { root: root.clone(), errors: Vec::new() };
        validator.check(&root, &value, "report");
        validator.errors
    }

    fn check(&mut self, schema: &Value, value: &Value, path: &str) {
        let Some(keywords) = schema.as_object() else {
            panic!("{path}: a schema is an object");
        };
        for (keyword, argument) in keywords {
            let fits = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" => true,
                "type" => has_type(value, argument.as_str().expect("a type name")),
                "enum" => argument.as_array().expect("a list").contains(value),
                "minItems" => value.as_array().is_some_and(|items| {
                    items.len() as u64 >= argument.as_u64().expect("a number")
                }),
                "minimum" => value.as_f64() >= argument.as_f64(),
                "pattern" => matches_pattern(value, argument.as_str().expect("a pattern")),
                "required" => argument
                    .as_array()
                    .expect("a list")
                    .iter()
                    .all(|name| value.get(name.as_str().unwrap()).is_some()),
                "$ref" => self.follow(argument.as_str().expect("a reference"), value, path),
                "properties" | "additionalProperties" => true,
                "items" => self.items(argument, value, path),
                other => panic!("{path}: the validator does not know `{other}`"),
            };
            if !fits {
                self.errors.push(format!("{path}: {keyword} {argument} does not hold for {value}"));
            }
        }
        self.members(schema, value, path);
    }

    fn follow(&mut self, reference: &str, value: &Value, path: &str) -> bool {
        let pointer = reference.strip_prefix('#').expect("a local reference");
        let target = self.root.pointer(pointer).expect("the definition exists").clone();
        self.check(&target, value, path);
        true
    }

    fn items(&mut self, schema: &Value, value: &Value, path: &str) -> bool {
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            self.check(schema, item, &format!("{path}[{index}]"));
        }
        true
    }

    /// Members that are not described at all are errors here: the schema must keep up with the code.
    fn members(&mut self, schema: &Value, value: &Value, path: &str) {
        if schema.get("type") != Some(&Value::from("object")) {
            return;
        }
        for (name, member) in value.as_object().into_iter().flatten() {
            let path = format!("{path}.{name}");
            let described = schema.get("properties").and_then(|properties| properties.get(name));
            match described.or_else(|| schema.get("additionalProperties")) {
                Some(schema) => self.check(schema, member, &path),
                None => self.errors.push(format!("{path} is not described")),
            }
        }
    }
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        other => panic!("the validator does not know the type `{other}`"),
    }
}

/// Two forms occur: a letter with four digits, and pairs of hexadecimal digits.
fn matches_pattern(value: &Value, pattern: &str) -> bool {
    let text = value.as_str().unwrap_or_default();
    match pattern {
        "^([0-9a-f][0-9a-f])*$" => {
            text.len().is_multiple_of(2)
                && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        }
        code => {
            let letter = code.strip_prefix('^').and_then(|code| code.strip_suffix("[0-9]{4}$"));
            let letter = letter.expect("a known pattern");
            text.strip_prefix(letter).is_some_and(|digits| {
                digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
            })
        }
    }
}
