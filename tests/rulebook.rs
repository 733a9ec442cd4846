//! The rules as a person reads them: the texts of all games in all languages, and `majlis rules`.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail the test")]

use std::collections::BTreeSet;
use std::process::{Command, Output};

use majlis::language::Language;
use majlis::rulebook::{self, BlockKind, Document, GAMES};

/// The rules that a game's text states: all of its own page, and those of the common page that concern it.
fn rules_of(game: &str) -> BTreeSet<String> {
    let own: Vec<u32> = match game {
        "arkan" => (1..=27).collect(),
        "domino" => (1..=31).collect(),
        "four" => (1..=16).chain(20..=35).collect(),
        "jackaroo" => (1..=40).collect(),
        _ => Vec::new(),
    };
    let common: &[u32] = match game {
        // common.4 is about hands that stay hidden: only these two games ask them questions.
        "domino" => &[1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        // common.2: the only game in which a person may hold two seats.
        "jackaroo" => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        _ => &[1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    };
    let own = own.iter().map(|number| format!("{game}.{number}"));
    let common = common.iter().map(|number| format!("common.{number}"));
    own.chain(common).collect()
}

/// Points for the profile: win, draw, loss (common.5).
fn points_of(game: &str) -> [u32; 3] {
    match game {
        "domino" => [25, 8, 3],
        "jackaroo" => [28, 9, 4],
        _ => [22, 8, 3],
    }
}

fn each_document(check: impl Fn(&str, Language, &Document<'_>)) {
    for game in GAMES {
        for language in Language::ALL {
            let document = rulebook::document(game, language);
            let document = document.unwrap_or_else(|error| panic!("{game}.{language}: {error}"));
            check(game, language, &document);
        }
    }
}

/// Title, headings and texts, without rule numbers.
fn words<'a>(document: &'a Document<'a>) -> impl Iterator<Item = &'a str> {
    let sections = document.sections.iter();
    std::iter::once(document.title).chain(
        sections
            .flat_map(|section| std::iter::once(section.heading).chain(section.blocks.iter().map(|block| block.text))),
    )
}

#[test]
fn every_text_states_every_rule_and_no_other() {
    each_document(|game, language, document| {
        let blocks = document.sections.iter().flat_map(|section| &section.blocks);
        let stated: BTreeSet<String> = blocks
            .flat_map(|block| block.rules.iter().map(ToString::to_string))
            .collect();
        let required = rules_of(game);
        let missing: Vec<_> = required.difference(&stated).collect();
        let unknown: Vec<_> = stated.difference(&required).collect();
        assert!(missing.is_empty(), "{game}.{language} lacks {missing:?}");
        assert!(
            unknown.is_empty(),
            "{game}.{language} names {unknown:?}, which are no rules of it"
        );
    });
}

#[test]
fn the_three_languages_say_the_same_in_the_same_order() {
    let shape = |document: &Document<'_>| -> Vec<Vec<(BlockKind, Vec<String>)>> {
        let sections = document.sections.iter();
        sections
            .map(|section| {
                let blocks = section.blocks.iter();
                blocks
                    .map(|block| {
                        let rules = block.rules.iter().map(ToString::to_string);
                        (block.kind, rules.collect())
                    })
                    .collect()
            })
            .collect()
    };
    each_document(|game, language, document| {
        let arabic = rulebook::document(game, Language::Arabic).unwrap();
        let (shape, arabic) = (shape(document), shape(&arabic));
        assert_eq!(shape.len(), arabic.len(), "{game}.{language}: sections");
        for (section, (blocks, model)) in document.sections.iter().zip(shape.iter().zip(&arabic)) {
            assert_eq!(blocks, model, "{game}.{language}: {}", section.heading);
        }
    });
}

#[test]
fn every_text_gives_the_points_of_its_game() {
    each_document(|game, language, document| {
        let mut passages = document.passages("common.5");
        let (_, block) = passages.next().unwrap();
        assert_eq!(passages.count(), 0, "{game}.{language}");
        let numbers = block.text.split(|character: char| !character.is_ascii_digit());
        let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
        assert_eq!(numbers, points_of(game), "{game}.{language}");
    });
}

#[test]
fn arabic_is_written_in_arabic_letters_and_western_digits() {
    each_document(|game, language, document| {
        if language != Language::Arabic {
            return;
        }
        for text in words(document) {
            let stranger = text
                .chars()
                .find(|&character| character.is_ascii_alphabetic() || matches!(character, '٠'..='٩' | '۰'..='۹'));
            assert_eq!(stranger, None, "{game}: {text}");
            assert!(text.chars().any(|c| matches!(c, 'ء'..='ي')), "{game}: {text}");
            // Latin punctuation in an Arabic sentence.
            assert!(!text.contains([',', ';', '?', '"']), "{game}: {text}");
        }
    });
}

#[test]
fn romanian_has_its_own_letters() {
    each_document(|game, language, document| {
        if language != Language::Romanian {
            return;
        }
        for text in words(document) {
            let stranger = text.chars().find(|&character| {
                // Above all no s and t with a cedilla, which are Turkish letters.
                character.is_alphabetic() && !character.is_ascii_alphabetic() && !"ăâîșțĂÂÎȘȚ".contains(character)
            });
            assert_eq!(stranger, None, "{game}: {text}");
            assert!(!text.contains(['"', '“']), "{game}: {text}");
        }
        let all: String = words(document).collect();
        for letter in "ăâîșț".chars() {
            assert!(all.contains(letter), "{game} has no {letter}");
        }
    });
}

#[test]
fn no_text_holds_invisible_characters() {
    each_document(|game, language, document| {
        for text in words(document) {
            let invisible = text.chars().find(|&character| {
                character.is_control()
                    || matches!(character, '\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{feff}')
                    || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
                    || matches!(character, '\u{2060}'..='\u{206f}')
            });
            assert_eq!(invisible, None, "{game}.{language}: {text:?}");
        }
    });
}

#[test]
fn printing_keeps_every_word_and_the_width() {
    each_document(|game, language, document| {
        for width in [rulebook::MIN_WIDTH, 61, 100, 10_000] {
            let mut printed = String::new();
            rulebook::print(document, width, &mut printed).unwrap();
            for line in printed.lines() {
                let columns = textwrap::core::display_width(line);
                assert!(columns <= width, "{game}.{language} at {width}: {line:?}");
                assert_eq!(line.trim_end(), line);
                assert!(
                    !line.trim_start().starts_with('['),
                    "{game}.{language} at {width}: rules alone on a line"
                );
            }
            let source = rulebook::source(game, language).unwrap();
            let source = source
                .split_whitespace()
                .filter(|word| !matches!(*word, "#" | "##" | "-"));
            let printed = printed.split_whitespace().filter(|word| *word != "•");
            assert!(printed.eq(source), "{game}.{language} at {width}");
        }
    });
}

/// Runs the program with nothing in the environment but `variables`.
fn majlis(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_majlis"));
    command.args(arguments).env_clear();
    command.envs(variables.iter().copied());
    command.output().expect("the program runs")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the program writes UTF-8")
}

#[test]
fn majlis_rules_prints_every_game_in_every_language() {
    each_document(|game, language, document| {
        let output = majlis(&["rules", game, "--lang", language.code()], &[]);
        assert!(output.status.success(), "{game}.{language}");
        let printed = text(output.stdout);
        let mut lines = printed.lines();
        assert_eq!(lines.next(), Some(document.title));
        for section in &document.sections {
            assert!(lines.any(|line| line == section.heading), "{}", section.heading);
        }
        assert_eq!(text(output.stderr), "");
    });
}

#[test]
fn majlis_rules_speaks_the_language_of_the_system() {
    for (variables, title) in [
        (&[][..], "Dominoes"),
        (&[("LANG", "ar_EG.UTF-8")][..], "دومينو"),
        (&[("LANG", "ar_EG.UTF-8"), ("LC_ALL", "ro_RO.UTF-8")], "Domino"),
        (&[("LANG", "C.UTF-8")], "Dominoes"),
    ] {
        let output = majlis(&["rules", "domino"], variables);
        let printed = text(output.stdout);
        assert_eq!(printed.lines().next(), Some(title), "{variables:?}");
    }
    // What is asked for goes before what the system says.
    let output = majlis(&["rules", "domino", "--lang", "en"], &[("LANG", "ar_EG.UTF-8")]);
    assert!(text(output.stdout).starts_with("Dominoes\n"));
}

#[test]
fn majlis_rules_says_in_one_sentence_what_does_not_exist() {
    for (arguments, sentence) in [
        (
            &["rules", "chess"][..],
            "majlis: there is no game called \"chess\": choose arkan, domino, four, jackaroo\n",
        ),
        (
            &["rules", "domino", "--lang", "fr"],
            "majlis: there are no texts in the language \"fr\": choose ar (Arabic), en (English) or ro (Romanian)\n",
        ),
    ] {
        let output = majlis(arguments, &[]);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(output.stderr), sentence);
        assert_eq!(text(output.stdout), "");
    }
}
