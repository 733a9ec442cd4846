//! `majlis judge` given everything but what it hopes for.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail the test")]

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use majlis::judge::{self, MAX_LINE, Verdict};
use serde_json::{Value, json};

/// The pack of the example in `docs/judge.md`: seat 0 holds 6-6 6-5 5-5 4-4 3-3 2-2 1-1, seat 1 6-4 6-3 6-2 6-1 6-0 5-4 5-3.
const TILES: &str = "6-6 6-5 5-5 4-4 3-3 2-2 1-1 6-4 6-3 6-2 6-1 6-0 5-4 5-3 \
                     0-0 1-0 2-0 2-1 3-0 3-1 3-2 4-0 4-1 4-2 4-3 5-0 5-1 5-2";

fn pack() -> Vec<&'static str> {
    TILES.split(' ').collect()
}

/// A record of that pack.
fn record(moves: &[&str]) -> Value {
    json!({"game": "domino", "seats": 2, "decks": [pack()], "moves": moves})
}

/// The same with one key set to another value, or without it where the value is `Value::Null`.
fn with(key: &str, value: Value) -> Value {
    let mut changed = record(&[]);
    changed[key] = value;
    if changed[key].is_null() {
        changed.as_object_mut().expect("an object").remove(key);
    }
    changed
}

/// A record without moves, written out, with `from` replaced by `to`.
fn written(from: &str, to: &str) -> String {
    let text = record(&[]).to_string();
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

fn run(input: impl Read) -> (Verdict, Vec<Value>) {
    let mut output = Vec::new();
    let verdict = judge::run(input, &mut output).expect("nothing to fail at");
    let output = String::from_utf8(output).expect("UTF-8");
    let answers = output.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    (verdict, answers.collect())
}

fn answer(line: &str) -> Value {
    assert!(!line.contains('\n'), "{line}");
    let (_, mut answers) = run(format!("{line}\n").as_bytes());
    assert_eq!(answers.len(), 1, "{line}");
    answers.remove(0)
}

/// The sentence about a line that is no record.
fn malformed(line: &str) -> String {
    let answer = answer(line);
    let object = answer.as_object().expect("an object");
    let short: String = line.chars().take(300).collect();
    assert_eq!(
        object.keys().collect::<Vec<_>>(),
        ["error", "ok"],
        "{short} is answered {answer}"
    );
    assert_eq!(answer["ok"], false);
    let sentence = answer["error"].as_str().expect("a sentence").to_owned();
    assert!(sentence.starts_with("line 1"), "{sentence}");
    assert!(sentence.len() < 300 && !sentence.contains('\n'), "{sentence}");
    sentence
}

/// The ply and the rule of an illegal move.
fn illegal(line: &str) -> (u64, String) {
    let answer = answer(line);
    let object = answer.as_object().expect("an object");
    let keys: Vec<_> = object.keys().collect();
    assert_eq!(keys, ["error", "ok", "ply", "rule"], "{line} is answered {answer}");
    let ply = answer["ply"].as_u64().expect("a ply");
    let rule = answer["rule"].as_str().expect("a rule").to_owned();
    let sentence = answer["error"].as_str().expect("a sentence");
    assert!(sentence.starts_with(&format!("line 1, ply {ply}: ")), "{sentence}");
    assert!(sentence.ends_with(&format!("({rule})")), "{sentence}");
    (ply, rule)
}

fn played(line: &str) -> Value {
    let answer = answer(line);
    assert_eq!(
        answer["ok"],
        true,
        "{} is answered {answer}",
        line.chars().take(300).collect::<String>()
    );
    answer
}

fn program(arguments: &[&str], input: &[u8]) -> Output {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .arg("judge")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = judge.stdin.take().expect("an input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = judge.wait_with_output().expect("the program ends");
    // It may end without having read everything.
    let _ = writer.join().expect("the writer ends");
    output
}

#[test]
fn the_example_of_the_format_is_answered_as_described() {
    let mut record = record(&["open 6-6", "left 6-4"]);
    record["show"] = json!("list");
    let answer = played(&record.to_string());
    let keys: Vec<_> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["ok", "outcome", "over", "plies", "rounds", "scores"]);
    let plies = &answer["plies"];
    assert_eq!(plies[0], json!({"seat": 0, "legal": 1, "moves": ["open 6-6"]}));
    assert_eq!(plies[1]["seat"], 1);
    assert_eq!(plies[1]["legal"], 10);
    let moves: Vec<&str> = plies[1]["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(moves.len(), 10);
    assert!(moves.is_sorted());
    for tile in ["6-4", "6-3", "6-2", "6-1", "6-0"] {
        assert!(moves.contains(&&*format!("left {tile}")) && moves.contains(&&*format!("right {tile}")));
    }
    assert_eq!(plies.as_array().map(Vec::len), Some(3), "two moves and the one to come");
    assert_eq!(answer["over"], false);
    assert_eq!(answer["outcome"], Value::Null);
    assert_eq!(answer["scores"], json!([0, 0]));
    assert_eq!(answer["rounds"], json!([]));

    record["show"] = json!("count");
    let counted = played(&record.to_string());
    assert_eq!(counted["plies"][1], json!({"seat": 1, "legal": 10}));
    record.as_object_mut().expect("an object").remove("show");
    assert_eq!(played(&record.to_string()), counted, "count is the default");
    record["show"] = json!("none");
    assert_eq!(played(&record.to_string())["plies"], json!([]));
}

#[test]
fn what_is_no_json_object_is_no_record() {
    for line in [
        "",
        " ",
        "\t",
        "\r",
        " \r",
        "\u{a0}",
        "null",
        "true",
        "7",
        "\"domino\"",
        "[]",
        "{",
        "}",
        "{]",
        "{}",
        "{} {}",
        "domino",
        "\u{feff}{}",
        "{\"game\"}",
        "{'game':'domino'}",
        "{\"game\":NaN}",
        "{game:1}",
        "{,}",
        "\0",
        "{\"game\":\"domino\",}",
    ] {
        malformed(line);
    }
    let good = record(&["open 6-6"]).to_string();
    played(&good);
    malformed(&format!("[{good}]"));
    malformed(&format!("{good}{good}"));
    malformed(&format!("{good},"));
    malformed(&format!("{good} x"));
    malformed(&format!("\u{feff}{good}"));
    malformed(&format!("// {good}"));
    // A list with the values of a record in the order in which the page names them.
    malformed(r#"["arkan",2,{},[],[]]"#);
    malformed(r#"["arkan",2,{},[],[],"count"]"#);
    for end in 0..good.len() {
        malformed(&good[..end]);
    }
}

#[test]
fn a_key_that_is_missing_or_holds_something_else_makes_no_record() {
    for key in ["game", "seats", "moves"] {
        assert!(malformed(&with(key, Value::Null).to_string()).contains(key));
    }
    let others = [
        json!(null),
        json!(true),
        json!(1),
        json!(-1),
        json!(2.5),
        json!("x"),
        json!([]),
        json!({}),
        json!([[]]),
    ];
    let is_right = |key: &str, value: &Value| match key {
        "options" => value.is_object(),
        // A list that is empty or holds packs that are never reached is right for a game without cards.
        "decks" | "moves" => *value == json!([]) || (key == "decks" && value.is_array()),
        _ => false,
    };
    for key in ["game", "seats", "options", "decks", "moves", "show"] {
        for other in &others {
            let mut record =
                json!({"game": "arkan", "seats": 2, "options": {}, "decks": [], "moves": [], "show": "none"});
            record[key] = other.clone();
            let line = record.to_string();
            if is_right(key, other) {
                played(&line);
            } else {
                malformed(&line);
            }
        }
    }
    for game in ["", "chess", "Domino", "domino ", "دومينو"] {
        assert!(
            malformed(&with("game", json!(game)).to_string()).contains("domino"),
            "the games there are"
        );
    }
    for show in ["", "Count", "all", "lists"] {
        malformed(&with("show", json!(show)).to_string());
    }
    malformed(&written("\"moves\":[]", "\"moves\":[],\"show\":{\"count\":null}"));
}

#[test]
fn a_table_at_which_the_game_is_not_played_makes_no_record() {
    for (game, allowed) in [
        ("arkan", 2..=4),
        ("domino", 2..=4),
        ("four", 2..=4),
        ("jackaroo", 4..=4),
    ] {
        for seats in (0_u64..=9).chain([255, 256, 1 << 40]) {
            let fits = allowed.contains(&seats) && (game, seats) != ("domino", 3);
            // Without packs a game with cards does not start; the sentence tells the two apart.
            let line = json!({"game": game, "seats": seats, "moves": []}).to_string();
            if fits && game == "arkan" {
                played(&line);
            } else {
                let sentence = malformed(&line);
                assert_eq!(sentence.contains("pack 0"), fits, "{game} {seats}: {sentence}");
            }
        }
    }
    for seats in ["2.0", "2e0", "-2", "02", "0x2", "1e400", "99999999999999999999999999"] {
        malformed(&written("\"seats\":2", &format!("\"seats\":{seats}")));
    }
    let options = |game: &str, seats: u8, options: Value| {
        malformed(&json!({"game": game, "seats": seats, "options": options, "moves": []}).to_string())
    };
    let no_pack = |sentence: &str| assert!(sentence.contains("pack 0"), "{sentence}");
    let option = |key: &str, sentence: &str| assert!(sentence.contains(key), "{sentence}");
    option("partners", &options("domino", 2, json!({"partners": true})));
    no_pack(&options("domino", 2, json!({"partners": false})));
    no_pack(&options("domino", 4, json!({"partners": true})));
    for value in [json!(1), json!(0), json!("true"), json!(null), json!([true]), json!({})] {
        option("partners", &options("domino", 4, json!({"partners": value})));
    }
    no_pack(&options("jackaroo", 4, json!({"marbles": 4, "start": 3})));
    for value in [
        json!(0),
        json!(2),
        json!(5),
        json!(-3),
        json!(3.0),
        json!("3"),
        json!(true),
        json!(4_294_967_299_u64),
    ] {
        option("marbles", &options("jackaroo", 4, json!({"marbles": value})));
    }
    for value in [json!(4), json!(-1), json!(0.5), json!("0"), json!(false), json!(null)] {
        option("start", &options("jackaroo", 4, json!({"start": value})));
    }
    // Options of another game, or of none, are unknown keys.
    no_pack(&options(
        "four",
        2,
        json!({"partners": 7, "marbles": "x", "start": null, "y": [1e300]}),
    ));
}

#[test]
fn a_key_that_stands_twice_makes_no_record() {
    for (key, value) in [
        ("game", "\"domino\""),
        ("seats", "2"),
        ("moves", "[]"),
        ("decks", "[]"),
        ("show", "\"none\""),
    ] {
        let line = written(
            "\"moves\":[]",
            &format!("\"moves\":[],\"show\":\"none\",\"{key}\":{value}"),
        );
        assert!(malformed(&line).contains(key));
    }
    let line = written(
        "\"moves\":[]",
        "\"moves\":[],\"options\":{\"partners\":false,\"partners\":false}",
    );
    assert!(malformed(&line).contains("twice"));
    played(&written(
        "\"moves\":[]",
        "\"moves\":[],\"options\":{\"y\":1,\"y\":2},\"x\":1,\"x\":2",
    ));
}

#[test]
fn a_pack_that_is_due_and_is_none_makes_no_record() {
    assert!(malformed(&with("decks", Value::Null).to_string()).contains("pack 0"));
    assert!(malformed(&with("decks", json!([])).to_string()).contains("pack 0"));
    let mut double = pack();
    double[27] = "6-6";
    let mut long = pack();
    long.push("6-6");
    let mut backward = pack();
    backward[1] = "5-6";
    let mut spaced = pack();
    spaced[0] = " 6-6";
    let mut mixed: Vec<Value> = pack().iter().map(|tile| json!(tile)).collect();
    mixed[13] = json!(53);
    let thousands: Vec<&str> = pack().iter().copied().cycle().take(100_000).collect();
    for deck in [
        json!(null),
        json!(1),
        json!("6-6"),
        json!({}),
        json!([]),
        json!([pack()]),
        json!(pack()[..27]),
        json!(double),
        json!(long),
        json!(backward),
        json!(spaced),
        json!(mixed),
        json!(thousands),
        json!(["AC", "2C"]),
    ] {
        let sentence = malformed(&with("decks", json!([deck])).to_string());
        assert!(
            sentence.contains("pack 0 does not hold each of its 28 cards"),
            "{sentence}"
        );
    }
    // The same at the second pack, which is due once the first round is over.
    let mut lines = fs::read_to_string(cases("domino"))
        .expect("the committed pairs")
        .lines()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    lines.retain(|line| line.contains("\"over\":false"));
    assert!(!lines.is_empty());
    for line in lines {
        let pair: Value = serde_json::from_str(&line).expect("JSON");
        let mut record = pair["record"].clone();
        let decks = record["decks"].as_array().expect("packs").clone();
        assert!(decks.len() > 1, "more than one round");
        played(&record.to_string());
        for (spoiled, word) in [
            (json!([decks[0]]), "pack 1 is due"),
            (json!([decks[0], decks[1][0]]), "pack 1 does not hold"),
        ] {
            record["decks"] = spoiled;
            let sentence = malformed(&record.to_string());
            assert!(
                sentence.contains(word) && sentence.starts_with("line 1, ply "),
                "{sentence}"
            );
        }
    }
}

#[test]
fn what_is_not_reached_is_not_looked_at() {
    let good = played(&record(&["open 6-6"]).to_string());
    for more in [
        json!([1]),
        json!(null),
        json!("x"),
        json!({"6-6": [[]]}),
        json!([[[]]]),
        json!(1e300),
    ] {
        let mut record = record(&["open 6-6"]);
        record["decks"] = json!([pack(), more]);
        assert_eq!(played(&record.to_string()), good);
        record["unknown"] = more;
        assert_eq!(played(&record.to_string()), good);
    }
    // Nesting deeper than any stack, and numbers that no machine can hold.
    let deep = format!("{}1{}", "[".repeat(200_000), "]".repeat(200_000));
    let objects = format!("{}1{}", "{\"x\":".repeat(200_000), "}".repeat(200_000));
    for more in [
        deep.as_str(),
        objects.as_str(),
        "1e999",
        "-1e99999999999",
        "123456789012345678901234567890",
        "\"\\ud800\"",
    ] {
        played(&written("\"moves\"", &format!("\"unknown\":{more},\"moves\"")));
        played(&written(
            "\"moves\"",
            &format!("\"options\":{{\"unknown\":{more}}},\"moves\""),
        ));
        let pack = json!([pack()]).to_string();
        let line = written(&pack, &format!("{},{more}]", &pack[..pack.len() - 1]));
        played(&line);
    }
    malformed(&written("\"moves\"", &format!("\"unknown\":{},\"moves\"", &deep[1..])));
    malformed(&written("\"moves\":[]", &format!("\"moves\":[{deep}]")));
    malformed(&written("\"moves\":[]", &format!("\"moves\":{deep}")));
    malformed(&"[".repeat(200_000));
    malformed(&"{\"x\":".repeat(200_000));
    // A match without cards needs no packs, but may carry some.
    played(r#"{"game":"arkan","seats":2,"decks":[1,null],"moves":["e10"]}"#);
}

#[test]
fn a_text_outside_the_notation_makes_no_record() {
    for text in [
        "",
        " ",
        "open",
        "open ",
        "open 6-6 ",
        " open 6-6",
        "open  6-6",
        "Open 6-6",
        "open 6-7",
        "open 66",
        "left 4-6",
        "pass",
        "draw 6-6",
        "knock ",
        "open 6-6\n",
        "open 6\u{2013}6",
        "open ٦-٦",
        "\0",
        "leave",
        "leave ",
        "leave x",
        "leave -1",
        "leave +1",
        "leave 01",
        "leave 00",
        "leave 1 ",
        "leave  1",
        "leave 1.0",
        "leave 1e1",
        "leave 1x",
        "Leave 1",
        "leave ١",
    ] {
        let sentence = malformed(&record(&["open 6-6", text]).to_string());
        assert!(sentence.starts_with("line 1, ply 1: "), "{sentence}");
    }
    for no_text in ["null", "1", "true", "[]", "{}", "[\"open 6-6\"]", "1e999"] {
        let sentence = malformed(&written(
            "\"moves\":[]",
            &format!("\"moves\":[\"open 6-6\", {no_text} ]"),
        ));
        assert!(sentence.starts_with("line 1, ply 1: "), "{sentence}");
    }
    for (game, seats, text) in [
        ("arkan", 2, "e10,"),
        ("arkan", 2, "E10"),
        ("arkan", 2, "e10, d10"),
        ("arkan", 2, "e10,d10"),
        ("arkan", 2, "e10,e9"),
        ("arkan", 2, "e010"),
        ("arkan", 2, "pass"),
        ("arkan", 2, "e10,e10"),
    ] {
        malformed(&json!({"game": game, "seats": seats, "moves": [text]}).to_string());
    }
    let cards = |game: &str, text: &str| {
        let pairs = fs::read_to_string(cases(game)).expect("the committed pairs");
        let pair: Value = serde_json::from_str(pairs.lines().next().expect("a pair")).expect("JSON");
        let mut record = pair["record"].clone();
        record["moves"] = json!([text]);
        record.to_string()
    };
    for text in [
        "Draw",
        "keep",
        "keep 0",
        "keep 0.",
        "keep .1",
        "keep 00.1",
        "keep 0.01",
        "swap 1.0 0.0",
        "swap 0.2 0.1",
        "keep 0.1 ",
    ] {
        malformed(&cards("four", text));
    }
    for text in [
        "burn",
        "burn 1C",
        "AC",
        "AC Out 0.0",
        "AC out 0.0 ",
        "4D 0.0 +4",
        "AC 0.0 01",
        "burn AC 0.0",
        "KS 0.0",
    ] {
        malformed(&cards("jackaroo", text));
    }
}

#[test]
fn escapes_space_and_line_ends_change_nothing() {
    let good = played(&record(&["open 6-6"]).to_string());
    let text = record(&["open 6-6"]).to_string();
    assert_eq!(played(&text.replace("open 6-6", r"\u006fpen 6\u002D6")), good);
    assert_eq!(played(&text.replace("\"game\"", r#""g\u0061me""#)), good);
    assert_eq!(played(&text.replace("\"6-5\"", r#""\u0036-5""#)), good);
    let spaced = text
        .replace(',', " ,\t")
        .replace('[', "[ \r")
        .replace(']', "\r ]")
        .replace(':', " : ");
    assert_eq!(played(&spaced), good);
    assert_eq!(played(&format!("{text}\r")), good);
    for input in [
        text.clone(),
        format!("{text}\n"),
        format!("{text}\r\n"),
        format!("{text}\r\n{text}"),
    ] {
        let (verdict, answers) = run(input.as_bytes());
        assert_eq!(verdict, Verdict::AllLegal);
        assert!(answers.iter().all(|answer| *answer == good));
        assert_eq!(answers.len(), input.matches("open").count());
    }
    // A blank line is a line, also the last one; the end of a line is not.
    assert_eq!(run(format!("{text}\n\n").as_bytes()).1.len(), 2);
    assert_eq!(run(&b""[..]), (Verdict::AllLegal, Vec::new()));
}

#[test]
fn the_first_fault_decides() {
    let mut record = record(&["open 6-6", "left 5-5", "left 4-6"]);
    let (ply, rule) = illegal(&record.to_string());
    assert!(ply == 1 && rule.starts_with("domino.") || rule == "common.12", "{rule}");
    record["moves"] = json!(["open 6-6", "left 4-6", "left 5-5"]);
    malformed(&record.to_string());
    record["moves"] = json!(["open 6-6", "left 5-5", 7]);
    assert_eq!(illegal(&record.to_string()).0, 1);
    record["moves"] = json!(["open 6-5"]);
    assert_eq!(illegal(&record.to_string()).0, 0);
    // A pack that is missing is noticed when it is due, after the move that makes it due.
    record["decks"] = json!([]);
    malformed(&record.to_string());
}

#[test]
fn leaving_and_the_end() {
    let good = |moves: &[&str]| played(&record(moves).to_string());
    let over = good(&["open 6-6", "leave 0"]);
    assert_eq!(over["over"], true);
    assert_eq!(over["outcome"], json!(["loss", "win"]));
    assert_eq!(
        over["plies"][1]["seat"], 1,
        "the ply shows whose move is awaited, not who leaves"
    );
    assert_eq!(over["plies"].as_array().map(Vec::len), Some(2), "no ply after the end");
    assert_eq!(good(&["leave 1"])["outcome"], json!(["win", "loss"]));
    for after in ["left 6-4", "leave 0", "leave 1", "leave 3", "open 6-6", "draw"] {
        assert_eq!(
            illegal(&record(&["open 6-6", "leave 0", after]).to_string()),
            (2, "common.11".to_owned())
        );
    }
    let twice = r#"{"game":"arkan","seats":4,"moves":["a20","leave 3","leave 3"]}"#;
    assert_eq!(illegal(twice), (2, "common.11".to_owned()));
    for nobody in [
        "leave 2",
        "leave 3",
        "leave 4",
        "leave 255",
        "leave 256",
        "leave 99999999999999999999",
    ] {
        assert_eq!(illegal(&record(&[nobody]).to_string()).0, 0);
    }
}

#[test]
fn bytes_that_are_no_text_make_no_record() {
    let good = record(&["open 6-6"]).to_string();
    for bytes in [
        &b"\xff"[..],
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        b"\xf8\x88\x80\x80\x80",
    ] {
        let mut input = good.clone().into_bytes();
        let at = input.len() - 2;
        input.splice(at..at, bytes.iter().copied());
        input.extend_from_slice(format!("\n{good}\n").as_bytes());
        let (verdict, answers) = run(&*input);
        assert_eq!(verdict, Verdict::SomeMalformed);
        assert_eq!(answers.len(), 2);
        assert!(
            answers[0]["error"]
                .as_str()
                .is_some_and(|error| error.contains("UTF-8")),
            "{}",
            answers[0]
        );
        assert_eq!(answers[1]["ok"], true);
    }
}

#[test]
fn a_line_is_read_up_to_16_mib_and_no_further() {
    let padded = |length: usize| {
        let mut line = record(&["open 6-6"]).to_string();
        let fill = length - line.len() - "\"x\":\"\",".len();
        line.insert_str(1, &format!("\"x\":\"{}\",", "x".repeat(fill)));
        assert_eq!(line.len(), length);
        line
    };
    let (fits, long) = (padded(MAX_LINE), padded(MAX_LINE + 1));
    for (input, expected) in [
        (format!("{fits}\n{fits}"), vec![true, true]),
        (format!("{long}\n{fits}\n"), vec![false, true]),
        (format!("{long}\n{long}"), vec![false, false]),
        (format!("{fits}\r\n\n"), vec![false, false]),
    ] {
        let (_, answers) = run(input.as_bytes());
        let fine: Vec<bool> = answers.iter().map(|answer| answer["ok"] == true).collect();
        assert_eq!(fine, expected);
    }
    let (verdict, answers) = run(io::repeat(b'[').take(400 << 20));
    assert_eq!((verdict, answers.len()), (Verdict::SomeMalformed, 1));
    assert!(
        answers[0]["error"]
            .as_str()
            .is_some_and(|error| error.starts_with("line 1: longer than 16 MiB"))
    );
    // Lines full of the shortest items there are.
    let items = (MAX_LINE - 100) / 2;
    for (from, to) in [
        ("\"moves\":[]", "\"moves\":[{}]"),
        ("\"moves\"", "\"options\":{\"x\":[{}]},\"moves\""),
    ] {
        answer(&written(from, &to.replace("{}", &"0,".repeat(items)[..items * 2 - 1])));
    }
    let decks = json!([pack()]).to_string();
    played(&written(
        &decks,
        &format!("{}{}]", &decks[..decks.len() - 1], ",0".repeat(items - 1000)),
    ));
}

#[test]
fn the_exit_status_tells_the_worst() {
    let good = record(&["open 6-6"]).to_string();
    let illegal = record(&["open 6-5"]).to_string();
    for (lines, status) in [
        (vec![], 0),
        (vec![&*good], 0),
        (vec![&*good, &*good], 0),
        (vec![&*good, &*illegal, &*good], 1),
        (vec![&*good, "", &*good], 2),
        (vec![&*illegal, "x"], 2),
        (vec!["x", &*illegal, &*good], 2),
    ] {
        let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let output = program(&[], input.as_bytes());
        assert_eq!(output.status.code(), Some(status), "{lines:?}");
        assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), lines.len());
        assert!(output.stderr.is_empty(), "what is wrong stands in the answers");
        let mut answers = Vec::new();
        judge::run(input.as_bytes(), &mut answers).expect("nothing to fail at");
        assert_eq!(answers, output.stdout, "the program writes what the library does");
    }
}

#[test]
fn the_input_may_be_a_file_or_standard_input() {
    let pairs = fs::read_to_string(cases("domino")).expect("the committed pairs");
    let records: String = pairs
        .lines()
        .map(|line| format!("{}\n", serde_json::from_str::<Value>(line).expect("JSON")["record"]))
        .collect();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("records.jsonl");
    fs::write(&file, &records).expect("a writable folder");
    let piped = program(&[], records.as_bytes());
    assert_eq!(piped.status.code(), Some(1));
    assert_eq!(program(&["-"], records.as_bytes()).stdout, piped.stdout);
    assert_eq!(program(&[&file.to_string_lossy()], b"").stdout, piped.stdout);

    for missing in [folder.join("no such file"), folder.clone()] {
        let output = program(&[&missing.to_string_lossy()], b"");
        assert_eq!(output.status.code(), Some(2), "{}", missing.display());
        assert!(output.stdout.is_empty());
        let sentence = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        assert!(sentence.contains(&*missing.to_string_lossy()), "which file? {sentence}");
        assert!(sentence.contains("name a file with records"), "what to do? {sentence}");
    }
    assert_eq!(program(&["--version"], b"").stdout, b"1\n");
    assert_eq!(program(&["--no-such-flag"], b"").status.code(), Some(2));
}

#[test]
fn no_answer_is_held_back_while_the_next_line_is_waited_for() {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .arg("judge")
        .env("LC_ALL", "ar_EG.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = judge.stdin.take().expect("an input");
    let mut output = BufReader::new(judge.stdout.take().expect("an output"));
    let mut answers = String::new();
    for record in [record(&["open 6-6"]), record(&["open 6-5"]), record(&["draw"])] {
        // The start of the next line arrives with this one.
        input.write_all(format!("{record}\n  ").as_bytes()).expect("it is read");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        assert!(line.ends_with('\n'));
        answers.push_str(&line);
    }
    assert!(answers.is_ascii(), "whatever the language of the system: {answers}");
    drop(input);
    // The last line is blank.
    assert_eq!(judge.wait().expect("the program ends").code(), Some(2));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let records = format!("{}\n", record(&["open 6-6"])).repeat(20_000);
    let mut judge = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .arg("judge")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = judge.stdin.take().expect("an input");
    drop(judge.stdout.take());
    // The program stops reading once nobody listens.
    let _ = input.write_all(records.as_bytes());
    drop(input);
    let output = judge.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn cases(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/cases/{game}.jsonl"))
}
