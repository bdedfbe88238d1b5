//! `skirmish schema`: JSON Schema of files, made from the declarations they are read by, so that editors complete and check
//! them. What depends on several keys or files is left to the reader.

use clap::ValueEnum as _;
use serde_json::{Map, Value, json};
use skirmish_report::film::SCHEMA;
use skirmish_scenario::limits::{self, Limit};
use skirmish_scenario::{BOT, Field, Form, PLAYERS, RULEBOOK, SCENARIO, TableDoc, vocabulary};

use crate::args::{self, Described};
use crate::made;
use crate::output;
use crate::status::Result;

/// The version of JSON Schema that TOML editors support best.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

pub(crate) fn schema(args: &args::Schema) -> Result {
    let Some(folder) = &args.out else { return output::print(&of(args.what)) };
    output::make_folder(folder)?;
    for what in Described::value_variants() {
        made::write(&folder.join(file(*what)), of(*what).as_bytes())?;
    }
    Ok(())
}

/// Returns the file name of a schema, as in the first line of TOML files.
fn file(what: Described) -> String {
    let word = what.to_possible_value().map_or(String::new(), |word| word.get_name().to_owned());
    format!("{word}.schema.json")
}

fn of(what: Described) -> String {
    let (doc, merged) = match what {
        Described::Scenario => (&SCENARIO, false),
        Described::Rulebook => (&RULEBOOK, true),
        Described::Bot => (&BOT, false),
        Described::Players => (&PLAYERS, false),
        Described::Replay => return SCHEMA.to_owned(),
    };
    let mut making = Making { definitions: Map::new(), merged };
    let mut whole = making.table(doc);
    whole.insert("$schema".into(), json!(DRAFT));
    whole.insert("title".into(), json!(format!("skirmish: {}", doc.name)));
    if merged {
        // A rulebook takes missing tables from the one it extends, and one with a turn has a system of its own.
        let needed: Vec<&str> = required(doc).filter(|key| *key != "system").collect();
        let alone = [json!({ "required": ["system"] }), json!({ "required": ["turn"] })];
        whole.insert(
            "anyOf".into(),
            json!([{ "required": ["extends"] }, { "required": needed, "anyOf": alone }]),
        );
    }
    whole.insert("definitions".into(), Value::Object(making.definitions));
    let text = serde_json::to_string_pretty(&Value::Object(whole)).unwrap_or_default();
    text + "\n"
}

fn required(doc: &TableDoc) -> impl Iterator<Item = &'static str> {
    doc.fields.iter().filter(|field| field.required).map(|field| field.key)
}

struct Making {
    /// The tables so far, by name.
    definitions: Map<String, Value>,
    /// Whether tables are merged over those of another file, so that none needs to be complete.
    merged: bool,
}

impl Making {
    fn table(&mut self, doc: &'static TableDoc) -> Map<String, Value> {
        let mut table = Map::new();
        let properties = doc.fields.iter().map(|field| (field.key.to_owned(), self.field(field)));
        let properties: Map<String, Value> = properties.collect();
        table.insert("type".into(), json!("object"));
        table.insert("description".into(), json!(sentence(doc.about)));
        table.insert("properties".into(), Value::Object(properties));
        table.insert("additionalProperties".into(), json!(false));
        let required: Vec<&str> = required(doc).collect();
        if !required.is_empty() && !self.merged {
            table.insert("required".into(), json!(required));
        }
        if !doc.one_of.is_empty() && !self.merged {
            let has = |key: &&str| json!({ "required": [key] });
            let mut one_of: Vec<Value> = doc.one_of.iter().map(has).collect();
            if let Some(other) = doc.or_else {
                let any: Vec<Value> = one_of.clone();
                one_of.push(json!({ "required": [other], "not": { "anyOf": any } }));
            }
            table.insert("oneOf".into(), json!(one_of));
        }
        table
    }

    fn field(&mut self, field: &'static Field) -> Value {
        let mut value = match &field.form {
            Form::Named(Form::Any) => json!({
                "type": "object",
                "propertyNames": { "pattern": format!("^({})($|\\.)", roots().join("|")) },
            }),
            form => self.form(form),
        };
        let description = json!(sentence(field.about));
        if let Value::Object(keys) = &mut value {
            if keys.contains_key("$ref") {
                // Keys beside a reference are ignored.
                value = json!({ "description": description, "allOf": [value] });
            } else {
                keys.insert("description".into(), description);
            }
        }
        value
    }

    fn form(&mut self, form: &'static Form) -> Value {
        match form {
            Form::Text(_) => json!({ "type": "string", "maxLength": limits::TEXT.most }),
            Form::Name(_) => {
                json!({ "type": "string", "minLength": limits::NAME.least, "maxLength": limits::NAME.most })
            }
            Form::Whole(limit) => within("integer", limit),
            Form::Length(limit) => within("number", limit),
            Form::Number(_) => json!({ "type": "number" }),
            Form::Flag => json!({ "type": "boolean" }),
            Form::Point => {
                json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 })
            }
            Form::Words([]) => json!({ "type": "string" }),
            Form::Words(words) => json!({ "enum": words }),
            Form::Phrase(_, lists) => phrase(lists),
            Form::Dice => json!({ "type": "string", "pattern": format!("^{DICE}$") }),
            Form::Die => json!({ "type": "string", "pattern": "^ *1?[dD][0-9]+ *$" }),
            Form::Amount(limit) => {
                let text = format!("^{DICE}([+-] *[0-9]+)? *$|^ *[0-9]+ *([+-] *[0-9]+)? *$");
                json!({ "anyOf": [within("integer", limit), { "type": "string", "pattern": text }] })
            }
            Form::Routines(limit) => {
                let halves = json!({ "type": "string", "pattern": "^ *[0-9]+ */2 *$" });
                json!({ "anyOf": [within("integer", limit), halves] })
            }
            Form::Table(doc) => {
                let name = definition(doc);
                if !self.definitions.contains_key(&name) {
                    // A table may contain itself.
                    self.definitions.insert(name.clone(), Value::Null);
                    let table = self.table(doc);
                    self.definitions.insert(name.clone(), Value::Object(table));
                }
                json!({ "$ref": format!("#/definitions/{name}") })
            }
            Form::Named(inner) => {
                let names = json!({ "maxLength": limits::NAME.most });
                let each = self.form(inner);
                json!({ "type": "object", "propertyNames": names, "additionalProperties": each })
            }
            Form::List(inner) => {
                // Lists are not merged, so their items must be complete.
                let merged = std::mem::replace(&mut self.merged, false);
                let items = self.form(inner);
                self.merged = merged;
                json!({ "type": "array", "items": items })
            }
            Form::Either(forms) => {
                let any: Vec<Value> = forms.iter().map(|form| self.form(form)).collect();
                json!({ "anyOf": any })
            }
            Form::Any => json!({}),
        }
    }
}

const DICE: &str = " *[0-9]*[dD][0-9]+ *";

fn within(kind: &str, limit: &Limit) -> Value {
    json!({ "type": kind, "minimum": limit.least, "maximum": limit.most })
}

/// Returns phrases of these lists without gaps, for editors to offer; any other text is allowed.
fn phrase(lists: &[&str]) -> Value {
    let words = vocabulary();
    let of_lists = words.iter().filter(|word| lists.contains(&word.list));
    let mut phrases: Vec<&str> =
        of_lists.map(|word| word.pattern).filter(|pattern| !pattern.contains('{')).collect();
    phrases.dedup();
    let text = json!({ "type": "string", "maxLength": limits::TEXT.most });
    json!({ "anyOf": [{ "enum": phrases }, text] })
}

/// Returns the first parts of paths in `[set]`.
fn roots() -> Vec<&'static str> {
    skirmish_scenario::roots().collect()
}

/// Returns the name of a table among the definitions: `a-goal` for `a goal`.
fn definition(doc: &TableDoc) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = doc.name.chars().map(plain).collect();
    name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Returns a meaning as a sentence, as it stands alone in an editor.
fn sentence(about: &str) -> String {
    let mut letters = about.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    format!("{}.", first.chain(letters).collect::<String>().trim_end_matches('.'))
}
