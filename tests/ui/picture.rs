//! Pictures in files: the same as on the screen, and well formed.

use egui::{Pos2, Rect, vec2};
use majlis::language::Language;
use majlis::ui::games::{Person, Presence, Scene, table_of};
use majlis::ui::picture::Picture;
use majlis::ui::style::Theme;
use majlis_referee::party::PartyId;
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Due, Game as _, View};
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;

use crate::support::{Look, played, show};

const NAMES: [&str; 4] = ["سلمى", "Yusuf & <Sons>", "Ilinca", "مروان"];

fn board(game: GameId) -> AnyGame {
    let seats = if game == GameId::Jackaroo { 4 } else { 2 };
    played(game, &Table::new(seats), 3, 24, 0).view.state().clone()
}

fn name_of(seat: Seat) -> Option<String> {
    NAMES.get(seat.index()).map(|name| (*name).to_owned())
}

/// What the graphics card, or what stands for it here, makes of the same table.
fn on_screen(game: &AnyGame) -> Vec<u8> {
    let view = View::new(game.clone(), SeatSet::EMPTY, &Knowledge::new());
    let persons: Vec<Person> = (0u8..)
        .zip(game.persons())
        .map(|(party, seats)| Person {
            party: PartyId::new(party).unwrap(),
            name: name_of(seats.iter().next().unwrap()).unwrap(),
            seats,
            me: false,
            bot: false,
            presence: Presence::Here,
        })
        .collect();
    let turn = match game.due() {
        Due::Turn(seat) => Some(seat),
        _ => None,
    };
    let id = game.id();
    let mut harness = show(
        [1200.0, 800.0],
        Look::new(Language::Arabic, Theme::Light),
        move |ui, look| {
            let scene = Scene {
                view: &view,
                persons: &persons,
                turn,
                legal: &[],
                style: &look.style,
                words: &look.words,
                now: 0.0,
            };
            let rect = Rect::from_min_size(Pos2::ZERO, vec2(1200.0, 800.0)).shrink(16.0);
            (table_of(id).unwrap().paint)(ui.painter(), rect, &scene);
        },
    );
    harness.run_ok();
    let image = harness.render().unwrap();
    assert_eq!([image.width(), image.height()], [1200, 800]);
    image.into_raw()
}

/// The pixels of a PNG.
fn decoded(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!([info.width, info.height], [1200, 800]);
    pixels
}

#[test]
fn a_png_shows_what_the_screen_shows() {
    for game in GameId::ALL {
        let board = board(*game);
        let picture = Picture::of(&board, name_of, Language::Arabic, Theme::Light, 1.0).unwrap();
        let png = decoded(&picture.png().unwrap());
        let screen = on_screen(&board);
        assert_eq!(png.len(), screen.len());
        let mut far = 0usize;
        for (ours, theirs) in png.chunks_exact(4).zip(screen.chunks_exact(4)) {
            assert_eq!(ours[3], 255);
            let apart = ours.iter().zip(theirs).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
            far += usize::from(apart > 24);
        }
        let all = png.len() / 4;
        // Edges may fall a little differently.
        assert!(far * 500 < all, "{game}: {far} of {all} pixels differ");
    }
}

#[test]
fn an_svg_is_well_formed_and_has_its_texts() {
    for game in GameId::ALL {
        for language in Language::ALL {
            let board = board(*game);
            let svg = Picture::of(&board, name_of, language, Theme::Dark, 1.0).unwrap().svg();
            let texts = parse(&svg);
            assert!(svg.starts_with("<svg xmlns="));
            if *game != GameId::Jackaroo {
                assert!(
                    texts.iter().any(|text| text.contains("Yusuf & <S")),
                    "{game}: {texts:?}"
                );
            }
            assert!(svg.len() < 3_000_000, "{game}: {} bytes", svg.len());
        }
    }
}

/// Reads XML of elements, attributes and texts, strictly, and gives the texts.
fn parse(xml: &str) -> Vec<String> {
    let (mut open, mut texts, mut rest) = (Vec::new(), Vec::new(), xml);
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        assert!(!text.contains('>'), "{text:?}");
        let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        assert_eq!(
            text.matches('&').count(),
            plain.matches('&').count() + plain.matches(['<', '>']).count()
        );
        if !plain.trim().is_empty() {
            texts.push(plain.trim().to_owned());
        }
        let end = tag.find('>').expect("a tag ends");
        let inside = &tag[1..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name.to_owned()));
            continue;
        }
        let (inside, empty) = match inside.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        assert!(name.chars().all(|char| char.is_ascii_alphabetic()), "{name:?}");
        assert!(!attributes.contains('<'), "{attributes:?}");
        let mut left = attributes.trim();
        let mut seen = Vec::new();
        while !left.is_empty() {
            let (key, after) = left.split_once("=\"").expect("an attribute has a value");
            let (_, after) = after.split_once('"').expect("a value ends");
            assert!(!seen.contains(&key), "{key} twice in {inside:?}");
            seen.push(key);
            left = after.trim_start();
        }
        if !empty {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    texts
}
