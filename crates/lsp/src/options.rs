//! What the user wants of the server: `initializationOptions`, or the section `raddle` of the editor's settings.
//!
//! A value of the wrong kind and a key that nobody knows are told and left out; the rest counts.

use serde_json::{Map, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// As for `--time`.
    pub(crate) time: String,
    /// As for `--memory`.
    pub(crate) memory: String,
    /// As for `--property`; none are those of `raddle check`.
    pub(crate) properties: Vec<String>,
    /// More words for `raddle check`.
    pub(crate) arguments: Vec<String>,
    /// As for `--build`; otherwise a `compile_commands.json` near the file is looked for.
    pub(crate) build: Option<String>,
    /// As for `--trust`.
    pub(crate) trust: bool,
    pub(crate) check_on_save: bool,
    pub(crate) check_on_open: bool,
    /// Static warnings while somebody types.
    pub(crate) warn_on_type: bool,
    /// Hovers ask for worst-case costs.
    pub(crate) bounds: bool,
    /// The client has the command `raddle.runInTerminal`.
    pub(crate) terminal: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            time: "10s".to_owned(),
            memory: "2G".to_owned(),
            properties: Vec::new(),
            arguments: Vec::new(),
            build: None,
            trust: false,
            check_on_save: true,
            check_on_open: false,
            warn_on_type: false,
            bounds: true,
            terminal: false,
        }
    }
}

const KEYS: [&str; 11] = [
    "time",
    "memory",
    "properties",
    "arguments",
    "build",
    "trust",
    "checkOnSave",
    "checkOnOpen",
    "warnOnType",
    "bounds",
    "terminal",
];

impl Options {
    /// Options with the given values changed, and what is wrong with them.
    pub(crate) fn with(&self, value: &Value) -> (Options, Vec<String>) {
        let mut reader = Reader { complaints: Vec::new() };
        let mut options = self.clone();
        match value {
            Value::Null => {}
            Value::Object(values) => {
                for (key, value) in values {
                    reader.set(&mut options, key, value);
                }
            }
            _ => reader.complaints.push(format!("the options must be an object, not {value}")),
        }
        (options, reader.complaints)
    }

    /// The options in the settings of an editor, which may have those of others, too.
    pub(crate) fn with_settings(&self, settings: &Value) -> (Options, Vec<String>) {
        let none = Value::Object(Map::new());
        self.with(settings.get("raddle").unwrap_or(&none))
    }
}

struct Reader {
    complaints: Vec<String>,
}

impl Reader {
    fn set(&mut self, options: &mut Options, key: &str, value: &Value) {
        match key {
            "time" => self.text(key, value, &mut options.time),
            "memory" => self.text(key, value, &mut options.memory),
            "properties" => self.texts(key, value, &mut options.properties),
            "arguments" => self.texts(key, value, &mut options.arguments),
            "build" if value.is_null() || value == "" => options.build = None,
            "build" => self.text(key, value, options.build.get_or_insert_default()),
            "trust" => self.switch(key, value, &mut options.trust),
            "checkOnSave" => self.switch(key, value, &mut options.check_on_save),
            "checkOnOpen" => self.switch(key, value, &mut options.check_on_open),
            "warnOnType" => self.switch(key, value, &mut options.warn_on_type),
            "bounds" => self.switch(key, value, &mut options.bounds),
            "terminal" => self.switch(key, value, &mut options.terminal),
            _ => {
                self.complaints.push(format!("`{key}` is not known; there are {}", KEYS.join(", ")))
            }
        }
    }

    fn text(&mut self, key: &str, value: &Value, place: &mut String) {
        match value {
            Value::String(text) if !text.is_empty() => place.clone_from(text),
            Value::Number(number) => *place = number.to_string(),
            _ => self.complaints.push(format!("`{key}` must be a text, not {value}")),
        }
    }

    fn texts(&mut self, key: &str, value: &Value, place: &mut Vec<String>) {
        let texts = value.as_array().and_then(|values| {
            values.iter().map(|value| value.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        });
        match texts {
            Some(texts) => *place = texts,
            None => self.complaints.push(format!("`{key}` must be a list of texts, not {value}")),
        }
    }

    fn switch(&mut self, key: &str, value: &Value, place: &mut bool) {
        match value {
            Value::Bool(on) => *place = *on,
            _ => self.complaints.push(format!("`{key}` must be true or false, not {value}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{KEYS, Options};

    #[test]
    fn values_are_taken_one_by_one() {
        let given = json!({ "time": 5, "properties": ["race"], "trust": 1, "speed": 3, "warnOnType": true });
        let (options, complaints) = Options::default().with(&given);
        assert_eq!(
            (options.time.as_str(), options.warn_on_type, options.trust),
            ("5", true, false)
        );
        assert_eq!(options.properties, ["race"]);
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert_eq!(Options::default().with(&json!(null)), (Options::default(), Vec::new()));
        assert_eq!(Options::default().with(&json!([])).1.len(), 1);
    }

    #[test]
    fn every_key_is_known() {
        for key in KEYS {
            let (_, complaints) = Options::default().with(&json!({ key: {} }));
            assert!(complaints.iter().all(|text| !text.contains("is not known")), "{complaints:?}");
        }
    }

    #[test]
    fn settings_of_others_are_not_looked_at() {
        let settings = json!({ "clangd": { "x": 1 }, "raddle": { "time": "3s" } });
        let (options, complaints) = Options::default().with_settings(&settings);
        assert_eq!((options.time.as_str(), complaints.len()), ("3s", 0));
        assert_eq!(Options::default().with_settings(&json!(7)), (Options::default(), Vec::new()));
    }
}
