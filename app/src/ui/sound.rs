//! What is heard at a table: short sounds that the program makes itself.
//!
//! No audio library is needed, not to build and not to run: a sound is written as a WAV file and handed to a player that the system
//! has, `pw-play`, `paplay`, `aplay` or `afplay`. Where there is none, or no device, nothing is heard and nothing is said about it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// A sound by what it tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Cue {
    /// A piece, tile, card or marble is put down.
    Place,
    /// Somebody knocks, or has nothing to play.
    Knock,
    /// A card or tile slides: drawn, dealt, swapped.
    Slide,
    /// A card is turned over.
    Flip,
    /// A marble is sent home; a match that failed.
    Capture,
    /// Something comes home: a marble into its safe zone, a match that was right.
    Home,
    /// It is your turn.
    Turn,
    /// The round is over.
    Round,
    /// You have won.
    Win,
    /// The match is over, and you have not won.
    Over,
    /// Somebody asks you to a table.
    Invited,
}

impl Cue {
    /// Every cue.
    pub const ALL: [Self; 11] = [
        Self::Place,
        Self::Knock,
        Self::Slide,
        Self::Flip,
        Self::Capture,
        Self::Home,
        Self::Turn,
        Self::Round,
        Self::Win,
        Self::Over,
        Self::Invited,
    ];

    /// What it is made of.
    fn strokes(self) -> Vec<Stroke> {
        match self {
            Self::Place => vec![Stroke::wood(0.0, 320.0, 0.07), Stroke::noise(0.0, 0.02, 0.35)],
            Self::Knock => vec![Stroke::wood(0.0, 190.0, 0.09), Stroke::wood(0.16, 180.0, 0.09)],
            Self::Slide => vec![Stroke::noise(0.0, 0.12, 0.22)],
            Self::Flip => vec![Stroke::noise(0.0, 0.04, 0.3), Stroke::noise(0.07, 0.05, 0.2)],
            Self::Capture => vec![Stroke::wood(0.0, 240.0, 0.1), Stroke::wood(0.09, 150.0, 0.16)],
            Self::Home => vec![Stroke::bell(0.0, 660.0, 0.2), Stroke::bell(0.09, 880.0, 0.3)],
            Self::Turn => vec![Stroke::bell(0.0, 587.0, 0.25)],
            Self::Round => vec![Stroke::bell(0.0, 440.0, 0.25), Stroke::bell(0.14, 554.0, 0.35)],
            Self::Win => vec![
                Stroke::bell(0.0, 523.0, 0.3),
                Stroke::bell(0.13, 659.0, 0.3),
                Stroke::bell(0.26, 784.0, 0.6),
            ],
            Self::Over => vec![Stroke::bell(0.0, 440.0, 0.3), Stroke::bell(0.18, 349.0, 0.5)],
            // A knock at the door, and the bell.
            Self::Invited => vec![
                Stroke::wood(0.0, 210.0, 0.08),
                Stroke::wood(0.15, 210.0, 0.08),
                Stroke::bell(0.38, 784.0, 0.3),
                Stroke::bell(0.52, 659.0, 0.5),
            ],
        }
    }
}

/// One stroke of a sound.
#[derive(Clone, Copy)]
struct Stroke {
    /// When it begins, in seconds.
    start: f32,
    /// Its pitch, in hertz; none for noise.
    pitch: f32,
    /// In how many seconds it has faded to a twentieth.
    fade: f32,
    /// How loud, 0 to 1.
    loud: f32,
    /// How much of the second and third partial there is.
    bright: f32,
}

impl Stroke {
    const fn wood(start: f32, pitch: f32, fade: f32) -> Self {
        Self {
            start,
            pitch,
            fade,
            loud: 0.8,
            bright: 0.5,
        }
    }

    const fn bell(start: f32, pitch: f32, fade: f32) -> Self {
        Self {
            start,
            pitch,
            fade,
            loud: 0.45,
            bright: 0.25,
        }
    }

    const fn noise(start: f32, fade: f32, loud: f32) -> Self {
        Self {
            start,
            pitch: 0.0,
            fade,
            loud,
            bright: 0.0,
        }
    }

    fn at(self, time: f32, noise: f32) -> f32 {
        let since = time - self.start;
        if since < 0.0 {
            return 0.0;
        }
        let attack = (since / 0.004).min(1.0);
        let envelope = attack * (-3.0 * since / self.fade).exp() * self.loud;
        if self.pitch <= 0.0 {
            return noise * envelope;
        }
        let turn = std::f32::consts::TAU * self.pitch * since;
        let partials = turn.sin() + self.bright * ((turn * 2.0).sin() + 0.5 * (turn * 3.01).sin());
        partials / (1.0 + self.bright) * envelope
    }
}

/// Samples in a second.
const RATE: u32 = 22_050;

/// A sound as a WAV file: one channel, 16 bits. `volume` is 0 to 100.
#[must_use]
pub fn wav(cue: Cue, volume: u8) -> Vec<u8> {
    let strokes = cue.strokes();
    let seconds = strokes
        .iter()
        .map(|stroke| stroke.start + stroke.fade * 1.4 + 0.02)
        .fold(0.0, f32::max);
    let count = (seconds * RATE as f32) as u32;
    let gain = f32::from(volume.min(100)) / 100.0;
    let mut chance = 0x2545_F491_u32;
    let mut smooth = 0.0;
    let mut bytes = Vec::with_capacity(44 + 2 * count as usize);
    let length = 2 * count;
    bytes.extend(b"RIFF");
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16u32.to_le_bytes());
    bytes.extend(1u16.to_le_bytes());
    bytes.extend(1u16.to_le_bytes());
    bytes.extend(RATE.to_le_bytes());
    bytes.extend((RATE * 2).to_le_bytes());
    bytes.extend(2u16.to_le_bytes());
    bytes.extend(16u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(length.to_le_bytes());
    for sample in 0..count {
        chance ^= chance << 13;
        chance ^= chance >> 17;
        chance ^= chance << 5;
        let raw = (chance >> 8) as f32 / 8_388_608.0 - 1.0;
        smooth += (raw - smooth) * 0.35;
        let time = sample as f32 / RATE as f32;
        let sum: f32 = strokes.iter().map(|stroke| stroke.at(time, smooth)).sum();
        let value = (sum * gain).clamp(-1.0, 1.0) * 32_000.0;
        bytes.extend((value as i16).to_le_bytes());
    }
    bytes
}

/// Plays sounds, or keeps still.
#[derive(Debug, Default)]
pub struct Sound {
    to_player: Option<Sender<(Cue, u8)>>,
}

impl Sound {
    /// Plays through the system's player.
    #[must_use]
    pub fn system() -> Self {
        let (to_player, cues) = mpsc::channel::<(Cue, u8)>();
        let spawned = thread::Builder::new().name("sound".to_owned()).spawn(move || {
            let mut player = Player::default();
            while let Ok((cue, volume)) = cues.recv() {
                player.play(cue, volume);
            }
        });
        Self {
            to_player: spawned.ok().map(|_| to_player),
        }
    }

    /// Plays nothing.
    #[must_use]
    pub const fn silent() -> Self {
        Self { to_player: None }
    }

    /// Hands what is to be heard, and how loud, to somebody else.
    #[must_use]
    pub const fn to(listener: Sender<(Cue, u8)>) -> Self {
        Self {
            to_player: Some(listener),
        }
    }

    /// Has a sound played, without waiting for it. `volume` is 0 to 100.
    pub fn play(&self, cue: Cue, volume: u8) {
        if let Some(to_player) = &self.to_player
            && volume > 0
        {
            let _ = to_player.send((cue, volume));
        }
    }
}

/// Players that are asked, one after the other, until one has played something.
const PLAYERS: &[(&str, &[&str])] = &[("pw-play", &[]), ("paplay", &[]), ("aplay", &["-q"]), ("afplay", &[])];

/// At most so many sounds at once.
const AT_ONCE: usize = 4;

#[derive(Default)]
struct Player {
    /// How many of the players were tried and do not work.
    failed: usize,
    files: Option<tempfile::TempDir>,
    written: BTreeMap<(Cue, u8), PathBuf>,
    playing: Vec<Child>,
}

impl Player {
    fn play(&mut self, cue: Cue, volume: u8) {
        self.reap();
        if self.playing.len() >= AT_ONCE {
            return;
        }
        let Some(file) = self.file(cue, volume) else { return };
        while let Some((program, arguments)) = PLAYERS.get(self.failed) {
            let child = Command::new(program)
                .args(*arguments)
                .arg(&file)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            match child {
                Ok(child) => {
                    self.playing.push(child);
                    return;
                }
                Err(_) => self.failed += 1,
            }
        }
    }

    /// Takes leave of players that are done. One that had no device is not asked again.
    fn reap(&mut self) {
        let failed = &mut self.failed;
        self.playing.retain_mut(|child| match child.try_wait() {
            Ok(None) => true,
            Ok(Some(status)) => {
                if !status.success() {
                    *failed += 1;
                }
                false
            }
            Err(_) => false,
        });
    }

    fn file(&mut self, cue: Cue, volume: u8) -> Option<PathBuf> {
        if let Some(path) = self.written.get(&(cue, volume)) {
            return Some(path.clone());
        }
        if self.files.is_none() {
            self.files = tempfile::Builder::new().prefix("majlis-sounds-").tempdir().ok();
        }
        let path = self.files.as_ref()?.path().join(format!("{cue:?}-{volume}.wav"));
        let mut file = std::fs::File::create(&path).ok()?;
        file.write_all(&wav(cue, volume)).ok()?;
        self.written.insert((cue, volume), path.clone());
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_short_heard_and_not_clipped() {
        for cue in Cue::ALL {
            let bytes = wav(cue, 100);
            assert_eq!(&bytes[..4], b"RIFF");
            let told = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
            assert_eq!(told + 8, bytes.len(), "{cue:?}");
            let samples: Vec<i16> = bytes[44..]
                .chunks(2)
                .map(|two| i16::from_le_bytes([two[0], two[1]]))
                .collect();
            let loudest = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap();
            assert!((2_000..32_000).contains(&loudest), "{cue:?}: {loudest}");
            assert!(samples.len() < RATE as usize * 3 / 2, "{cue:?}");
            // It ends in silence, not in a click.
            let last = samples.last().unwrap().unsigned_abs();
            assert!(last < loudest / 10, "{cue:?}: {last}");
            assert!(wav(cue, 0)[44..].iter().all(|byte| *byte == 0));
        }
    }

    #[test]
    fn without_a_player_nothing_happens() {
        let mut player = Player {
            failed: PLAYERS.len(),
            ..Player::default()
        };
        player.play(Cue::Turn, 50);
        assert!(player.playing.is_empty());
    }
}
