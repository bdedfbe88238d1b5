//! `skirmish schema`: shipped files satisfy their schema, and wrong ones don't.

use serde_json::Value;
use skirmish_scenario::{RULEBOOKS, library};

use crate::common::{Place, same_as_file, words};

/// Returns what a schema finds wrong with a value, and where. It knows only the keywords of our schemas, without patterns.
pub(crate) fn wrong(whole: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let is_right = |schema: &Value| wrong(whole, schema, value, at).is_none();
    let says = |is_wrong: bool, what: &str| is_wrong.then(|| format!("{at}: {what}"));
    let number = |limit: &Value| limit.as_f64().expect("a limit");
    let letters = value.as_str().map(|text| text.chars().count() as f64);
    let members = value.as_array().map(|list| list.len() as f64);
    let list = |words: &Value| words.as_array().cloned().unwrap_or_default();
    for (word, of) in schema.as_object().expect("a schema is an object") {
        let found = match word.as_str() {
            "$schema" | "title" | "description" | "definitions" | "pattern" => None,
            "$ref" => {
                let place = of.as_str().and_then(|place| place.strip_prefix('#'));
                let schema = place.and_then(|place| whole.pointer(place)).expect("it is defined");
                wrong(whole, schema, value, at)
            }
            "allOf" => list(of).iter().find_map(|schema| wrong(whole, schema, value, at)),
            "anyOf" => says(!list(of).iter().any(is_right), "none of several"),
            "oneOf" => {
                let right = list(of).iter().filter(|schema| is_right(schema)).count();
                says(right != 1, "not exactly one of several")
            }
            "not" => says(is_right(of), "excluded"),
            "enum" => says(!list(of).contains(value), "none of the words"),
            "type" => {
                let is_so = match of.as_str().expect("a type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    other => panic!("what is the type `{other}`?"),
                };
                says(!is_so, &format!("not of type {of}"))
            }
            "minimum" => says(value.as_f64().is_some_and(|n| n < number(of)), "too small"),
            "maximum" => says(value.as_f64().is_some_and(|n| n > number(of)), "too large"),
            "minLength" => says(letters.is_some_and(|n| n < number(of)), "too short"),
            "maxLength" => says(letters.is_some_and(|n| n > number(of)), "too long"),
            "minItems" => says(members.is_some_and(|n| n < number(of)), "too few"),
            "maxItems" => says(members.is_some_and(|n| n > number(of)), "too many"),
            // One schema for all members, or one for each.
            "items" => {
                value.as_array().into_iter().flatten().enumerate().find_map(|(k, member)| {
                    let of = of.as_array().map_or(Some(of), |each| each.get(k))?;
                    wrong(whole, of, member, &format!("{at}.{}", k + 1))
                })
            }
            "required" => list(of).iter().find_map(|key| {
                let key = key.as_str().expect("a key");
                says(value.is_object() && value.get(key).is_none(), &format!("no `{key}`"))
            }),
            "properties" => {
                value.as_object().into_iter().flatten().find_map(|(key, value)| {
                    wrong(whole, of.get(key)?, value, &format!("{at}.{key}"))
                })
            }
            "additionalProperties" => {
                value.as_object().into_iter().flatten().find_map(|(key, value)| {
                    let is_known =
                        schema.get("properties").is_some_and(|known| known.get(key).is_some());
                    match of {
                        Value::Bool(false) => says(!is_known, &format!("`{key}` is not known")),
                        _ => wrong(whole, of, value, &format!("{at}.{key}")),
                    }
                })
            }
            "propertyNames" => value.as_object().into_iter().flatten().find_map(|(key, _)| {
                wrong(whole, of, &Value::from(key.as_str()), &format!("{at}.{key}"))
            }),
            other => panic!("what is `{other}`?"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

struct Schemas(Place);

impl Schemas {
    fn new() -> Self {
        let place = Place::new();
        place.ok(words("schema --out ."));
        Self(place)
    }

    fn wrong(&self, kind: &str, text: &str) -> Option<String> {
        let schema = serde_json::from_str(&self.0.read(&format!("{kind}.schema.json")));
        let schema: Value = schema.expect("it is JSON");
        let file: Value = toml::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        wrong(&schema, &schema, &file, "")
    }
}

#[test]
fn the_schemas_in_the_repository_are_those_of_the_program() {
    let schemas = Schemas::new();
    let kinds = ["bot", "players", "replay", "rulebook", "scenario"];
    assert_eq!(schemas.0.files("."), kinds.map(|kind| format!("{kind}.schema.json")));
    for kind in kinds {
        let text = schemas.0.ok(["schema", kind]);
        assert_eq!(text, schemas.0.read(&format!("{kind}.schema.json")));
        // That of a game is no file that anybody writes, and lies beside what writes it.
        if kind != "replay" {
            same_as_file(&format!("scenarios/{kind}.schema.json"), &text);
        }
    }
    schemas.0.run(["schema", "dice"]).fails(2, &["scenario, rulebook, bot, players"]);
}

#[test]
fn whatever_comes_with_the_program_is_as_its_schema_says() {
    let schemas = Schemas::new();
    let right = |kind: &str, name: &str, text: &str| {
        assert_eq!(schemas.wrong(kind, text), None, "{name}");
    };
    for shipped in library::SCENARIOS {
        right("scenario", shipped.name, shipped.text);
    }
    for shipped in library::PLAYERS {
        right("players", shipped.name, shipped.text);
    }
    for (name, text) in RULEBOOKS {
        right("rulebook", name, text);
    }
    for (name, _) in library::bots() {
        right("bot", &name, library::bot(&name).expect("it is shipped"));
    }
    for (kind, made) in [("scenario", "battle"), ("rulebook", "rulebook"), ("bot", "bot")] {
        schemas.0.ok(["new", made, made]);
        right(kind, made, &schemas.0.read(&format!("{made}.toml")));
    }
}

#[test]
fn what_is_wrong_is_not_as_the_schema_says() {
    let schemas = Schemas::new();
    let shipped = |name| library::scenario(name).expect("it is shipped").text;
    let battle = shipped("flank-run");
    schemas.0.ok(words("new rulebook mine"));
    let rules = schemas.0.read("mine.toml");
    let bot = library::bot("runner").expect("it is shipped");
    let players = library::players("The duel", "lloyd").expect("they are shipped").text;
    let mix = players.lines().skip_while(|line| !line.starts_with("[mix.")).nth(1);
    let (_, share) = mix.expect("a player").split_once(" = ").expect("a share");
    let share = format!(" = {share}\n");
    for (kind, text, from, to, says) in [
        ("scenario", battle, "title = \"Flank run\"", "", ": no `title`"),
        ("scenario", battle, "title =", "titel =", "`titel` is not known"),
        ("scenario", battle, "figures = 8", "figures = 0", "figures: too small"),
        ("scenario", battle, "figures = 8", "figures = 8.5", "figures: not of type"),
        ("scenario", battle, "\"house\"", "\"hose\"", "kind: none of the words"),
        ("scenario", battle, "at = [6, 6]", "at = [6]", "at: too few"),
        ("scenario", battle, "at = [6, 6]", "", "not exactly one of several"),
        ("scenario", battle, "at = [6, 6]", "at = [6, 6]\neach = []", "not exactly one of several"),
        ("scenario", battle, "with = 3", "kills = \"Osric\"", "none of several"),
        ("scenario", battle, "{ occupy = \"shrine\" }", "{}", "not exactly one of several"),
        ("rulebook", &rules, "extends = ", "extend = ", "`extend` is not known"),
        ("rulebook", &rules, "extends = \"unit-by-unit\"", "", ": none of several"),
        ("rulebook", &rules, "chief = 1", "chief = 99", "seize.leadership.chief: too large"),
        ("rulebook", &rules, "stops = true", "stops = 1", "stops: not of type"),
        ("bot", bot, "nominate", "nominates", "`nominates` is not known"),
        ("bot", bot, "do = \"fight\"", "does = \"fight\"", "`does` is not known"),
        ("players", players, &share, " = 0\n", "too small"),
        (
            "players",
            players,
            "initiative = \"lloyd\"",
            "initiative = \"loyd\"",
            "none of the words",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let found = schemas.wrong(kind, &text.replacen(from, to, 1));
        let found = found.unwrap_or_else(|| panic!("nothing is wrong with {to}"));
        assert!(found.contains(says), "{to}: {found}");
    }
}
