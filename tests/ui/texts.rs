//! The program's texts: the same names in every language, each of them used, with the same values.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use majlis::language::Language;
use majlis::ui::words::AREAS;

/// The texts of a file: what each is called, and which values it is given.
fn texts(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut last = String::new();
    for line in source.lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if !line.starts_with([' ', '}', '*', '[']) {
            let (name, _) = line.split_once('=').expect("a text begins with its name");
            name.trim().clone_into(&mut last);
            assert!(
                found.insert(last.clone(), BTreeSet::new()).is_none(),
                "{last} is there twice"
            );
        }
        let values = line.split('$').skip(1).map(|rest| {
            rest.chars()
                .take_while(|char| char.is_ascii_alphanumeric() || *char == '-')
                .collect::<String>()
        });
        found.entry(last.clone()).or_default().extend(values);
    }
    found
}

#[test]
fn no_text_is_missing_in_any_language_and_all_take_the_same_values() {
    for (area, sources) in AREAS {
        let [arabic, english, romanian] = sources.map(texts);
        for (language, other) in [(Language::Arabic, arabic), (Language::Romanian, romanian)] {
            let names =
                |texts: &BTreeMap<String, BTreeSet<String>>| -> BTreeSet<String> { texts.keys().cloned().collect() };
            let (ours, theirs) = (names(&english), names(&other));
            let missing: Vec<_> = ours.symmetric_difference(&theirs).collect();
            assert!(missing.is_empty(), "{area} in {language}: not in both: {missing:?}");
            for (name, values) in &english {
                // A plural may say its number in words, and so not name it; nothing else may be added or left out.
                let theirs = &other[name];
                let apart: Vec<_> = values.symmetric_difference(theirs).collect();
                assert!(apart.is_empty(), "{area} in {language}: {name}: {apart:?}");
            }
        }
    }
}

fn code(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            code(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_text_is_used() {
    let mut all = String::new();
    code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    // Texts may be parts of other texts.
    for (_, [_, english, _]) in AREAS {
        all.push_str(&english.replace("{ ", "\"").replace(" }", "\""));
    }
    let mut unused = Vec::new();
    for (area, [_, english, _]) in AREAS {
        for name in texts(english).keys() {
            if !all.contains(&format!("\"{name}\"")) {
                unused.push(format!("{area}: {name}"));
            }
        }
    }
    assert!(unused.is_empty(), "nobody says these: {unused:#?}");
}
