//! What the tests of all areas need: looks, positions out of seeded matches, and a frame to show them in.

use std::path::PathBuf;

use egui_kittest::{Harness, SnapshotOptions};
use majlis::language::Language;
use majlis::ui::games::{Person, Presence, Scene};
use majlis::ui::style::{Style, Theme, fonts};
use majlis::ui::words::{Digits, Words};
use majlis_bots::{BotKind, bot};
use majlis_referee::party::PartyId;
use majlis_rules::face::{Face, FaceSet, Handle, PackKind};
use majlis_rules::game::{Game as _, GameEvent as _, View};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;
use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;
use rand::seq::SliceRandom as _;

/// The sizes of window that screens are held to, in points.
pub const SIZES: [[f32; 2]; 3] = [[800.0, 600.0], [1280.0, 800.0], [1920.0, 1080.0]];

/// How screens look and speak.
pub struct Look {
    pub style: Style,
    pub words: Words,
}

impl Look {
    pub fn new(language: Language, theme: Theme) -> Self {
        Self {
            style: Style::new(theme, language.is_right_to_left()),
            words: Words::new(language, Digits::Western),
        }
    }
}

/// Shows something in a window of that many points, with the fonts that are compiled in and the page's colour behind it.
pub fn show<'a>(size: [f32; 2], look: Look, mut ui: impl FnMut(&mut egui::Ui, &Look) + 'a) -> Harness<'a> {
    let mut ready = false;
    Harness::builder().with_size(size).wgpu().build_ui(move |area| {
        if !ready {
            // Fonts are there from the next frame on.
            fonts::install(area.ctx(), &fonts::Source::Embedded);
            area.ctx().request_repaint();
            ready = true;
            return;
        }
        let page = look.style.palette.page;
        area.painter().rect_filled(area.ctx().content_rect(), 0.0, page);
        ui(area, &look);
    })
}

/// Where pictures lie.
pub fn pictures() -> SnapshotOptions {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/pictures");
    SnapshotOptions::new().output_path(folder)
}

/// What happened in a step, and the cards that the person was shown with it.
pub type Seen = (Vec<AnyEvent>, Vec<(Handle, Face)>);

/// A position, as one person sees it, with what happened on the way.
pub struct Position {
    pub view: View<AnyGame>,
    pub persons: Vec<Person>,
    pub turn: Option<Seat>,
    pub legal: Vec<AnyMove>,
    /// The events of every step since the start, and the cards that the person was shown with them.
    pub steps: Vec<Seen>,
}

impl Position {
    pub fn scene<'a>(&'a self, look: &'a Look, now: f64) -> Scene<'a> {
        Scene {
            view: &self.view,
            persons: &self.persons,
            turn: self.turn,
            legal: &self.legal,
            style: &look.style,
            words: &look.words,
            now,
        }
    }
}

/// A match between bots, no keys and no proofs: the position after `plies` moves (or at the end), as the person at `seat` sees
/// it. Equal arguments give equal positions.
pub fn played(game: GameId, table: &Table, seed: u64, plies: usize, seat: u8) -> Position {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut packs = |_: PackKind, faces: FaceSet| {
        let mut faces: Vec<Face> = faces.iter().collect();
        faces.shuffle(&mut rng);
        Some(faces)
    };
    let mut at = OpenMatch::new(game.start(table).unwrap());
    let persons = at.game().persons();
    let seat = Seat::new(seat).unwrap();
    let me = *persons.iter().find(|person| person.contains(seat)).unwrap();
    let mut bots: Vec<_> = (0u64..)
        .zip(&persons)
        .map(|(number, _)| bot(BotKind::Greedy, game, seed.wrapping_add(number)))
        .collect();
    let (mut events, mut steps, mut turn) = (Vec::new(), Vec::new(), None);
    for ply in 0..=plies {
        turn = at.advance(&mut packs, &mut events).unwrap();
        let looked = |person: SeatSet, at: &OpenMatch<AnyGame>| -> Vec<(Handle, Face)> {
            let looks = events.iter().filter_map(AnyEvent::look);
            let mine = looks.filter(|(seat, _)| person.contains(*seat));
            mine.filter_map(|(_, card)| Some((card, at.face(card)?))).collect()
        };
        for (bot, person) in bots.iter_mut().zip(&persons) {
            let view = View::new(at.game().clone(), *person, at.faces());
            bot.observe(&view, &events, &looked(*person, &at));
        }
        let seen = looked(me, &at);
        steps.push((std::mem::take(&mut events), seen));
        let Some(mover) = turn.filter(|_| ply < plies) else {
            break;
        };
        let at_turn = persons.iter().position(|person| person.contains(mover)).unwrap();
        let view = View::new(at.game().clone(), persons[at_turn], at.faces());
        let mv = bots[at_turn].choose(mover, &view).unwrap();
        at.play(mover, &mv, &mut events).unwrap();
    }
    let view = View::new(at.game().clone(), me, at.faces());
    let legal = turn.map(|turn| view.legal_moves(turn)).unwrap_or_default();
    let names = ["سلمى", "Yusuf", "Ilinca", "مروان"];
    let persons = (0u8..)
        .zip(&persons)
        .zip(names)
        .map(|((party, seats), name)| Person {
            party: PartyId::new(party).unwrap(),
            name: name.to_owned(),
            seats: *seats,
            me: *seats == me,
            bot: *seats != me,
            presence: Presence::Here,
        })
        .collect();
    Position {
        view,
        persons,
        turn,
        legal,
        steps,
    }
}
