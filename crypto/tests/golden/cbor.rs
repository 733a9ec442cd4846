use majlis_crypto::cbor::{self, Limits, Value as Cbor};
use serde_json::{Value, json};

use crate::{compare, hex};

const LIMITS: Limits = Limits::new(256).depth(3).items(12).string(20).tags(&[42]);

fn bytes(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// A CBOR value as JSON, with the kinds that JSON does not know spelled out.
fn shown(value: &Cbor) -> Value {
    match value {
        Cbor::Integer(integer) => json!({"int": i128::from(*integer).to_string()}),
        Cbor::Bytes(bytes) => json!({"bytes": hex(bytes)}),
        Cbor::Text(text) => json!({"text": text}),
        Cbor::Array(items) => json!({"array": items.iter().map(shown).collect::<Vec<_>>()}),
        Cbor::Map(entries) => {
            json!({"map": entries.iter().map(|(key, value)| json!([shown(key), shown(value)])).collect::<Vec<_>>()})
        }
        Cbor::Bool(bool) => json!(bool),
        Cbor::Null => Value::Null,
        other => panic!("{other:?}"),
    }
}

fn text(text: &str) -> Cbor {
    Cbor::Text(text.to_owned())
}

#[test]
fn row12_encodings() {
    let mut values: Vec<Cbor> = [
        0,
        1,
        23,
        24,
        255,
        256,
        65_535,
        65_536,
        4_294_967_295,
        4_294_967_296,
        u64::MAX,
    ]
    .map(Cbor::from)
    .to_vec();
    values.extend([-1i64, -24, -25, -256, -257, -65_537, -4_294_967_297, i64::MIN].map(Cbor::from));
    values.extend([Cbor::Bool(false), Cbor::Bool(true), Cbor::Null]);
    values.extend([0, 1, 23, 24, 255, 256].map(|length| Cbor::Bytes(vec![0xa5; length])));
    values.extend(["", "IETF", "مجلس", "țăran", "🐫"].map(text));
    values.extend([0u64, 1, 23, 24].map(|length| Cbor::Array((0..length).map(Cbor::from).collect())));
    // The entries are in reverse order here and sorted in the encoding.
    values.push(Cbor::Map(vec![
        (Cbor::Array(vec![Cbor::Null]), 8.into()),
        (Cbor::Map(vec![]), 9.into()),
        (text("prev"), 7.into()),
        (text("match"), 6.into()),
        (text("b"), 5.into()),
        (text("a"), 4.into()),
        (Cbor::Bytes(vec![1]), 3.into()),
        ((-1).into(), 2.into()),
        (1000.into(), 1.into()),
        (9.into(), 0.into()),
    ]));
    let values: Vec<Value> = values
        .iter()
        .map(|value| json!({"value": shown(value), "encoding": hex(cbor::value_to_vec(value).unwrap())}))
        .collect();

    // What the strict decoder says about bytes, within the limits given.
    let inputs = [
        "00",
        "1818",
        "8301820203820405",
        "a201020304",
        "a26161016162820203",
        "d82a00",
        "f4f4",
        "",
        "18",
        "1817",
        "1900ff",
        "1a0000ffff",
        "1b00000000ffffffff",
        "3817",
        "580161",
        "780161",
        "980100",
        "b8010000",
        "d8012a",
        "5f41004100ff",
        "7f6161ff",
        "9fff",
        "bfff",
        "8201ff",
        "ff",
        "1c",
        "1d",
        "1e",
        "1f",
        "3c",
        "5c",
        "7d",
        "9e",
        "bc",
        "dd",
        "fc",
        "fe",
        "a201020002",
        "a26261610061620 0",
        "a2616100616100",
        "f97e00",
        "fa7fc00000",
        "fb7ff8000000000000",
        "f7",
        "e0",
        "f3",
        "f800",
        "f820",
        "f8ff",
        "c000",
        "c24101",
        "d9d9f700",
        "6180",
        "62c080",
        "63eda080",
        "64f4908080",
        "61ff",
        "818180",
        "81818180",
        "8181818180",
        "8b0001020304050607080900",
        "8c000102030405060708090001",
        "8d00",
        "a7",
        "9bffffffffffffffff",
        "bbffffffffffffffff",
        "54aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "55aa",
        "5bffffffffffffffff",
        "7815",
        "d82ad82ad82a00",
        "d82ad82ad82ad82a00",
        "a1f6",
        "a1f6f6f6",
        "43aabb",
        "820001020304",
        "a2f500f400",
        "a2f400f500",
        "a3200001000200",
    ];
    let verdicts: Vec<Value> = inputs
        .into_iter()
        .map(|input| {
            let input = bytes(input);
            match cbor::check(&input, &LIMITS) {
                Ok(()) => json!({"input": hex(&input), "verdict": "Canonical"}),
                Err(error) => {
                    let kind = format!("{:?}", error.kind);
                    let kind = kind.split([' ', '(', '{']).next().unwrap();
                    json!({"input": hex(&input), "verdict": kind, "at": error.at})
                }
            }
        })
        .collect();
    let Limits {
        size,
        depth,
        items,
        string,
        tags,
    } = LIMITS;
    compare(
        "cbor.json",
        &json!({
            "values": values, "verdicts": verdicts,
            "limits": {"size": size, "depth": depth, "items": items, "string": string, "tags": tags},
        }),
    );
}
