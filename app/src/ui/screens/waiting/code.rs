//! An invitation as a QR code.

use egui::{Color32, Painter, Rect, pos2, vec2};
use majlis_net::invite::Invitation;
use qrcode::{EcLevel, QrCode};

/// The most modules a side that are drawn: version 25. Beyond, a camera has to come too near.
const MOST: usize = 117;
/// The light margin round a code, in modules, as the standard wants it.
pub const MARGIN: usize = 4;

/// A code: which of its modules are dark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    side: usize,
    dark: Vec<bool>,
}

impl Code {
    /// The code of an invitation. Where it has so many long addresses that no camera would read them all, the last ones are left
    /// out: relays are kept longer than addresses, since they lead to the host from everywhere.
    #[must_use]
    pub fn of(invitation: &Invitation) -> Option<Self> {
        let mut invitation = invitation.clone();
        loop {
            if let Some(code) = Self::of_text(&invitation.to_qr()).filter(|code| code.side <= MOST) {
                return Some(code);
            }
            let many = invitation.addresses.len() > 2;
            let dropped = if many || invitation.relays.len() <= 1 {
                invitation.addresses.pop().is_some() || invitation.relays.pop().is_some()
            } else {
                invitation.relays.pop().is_some()
            };
            if !dropped {
                return None;
            }
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::L).ok()?;
        let dark = code.to_colors().into_iter().map(|module| module == qrcode::Color::Dark);
        Some(Self {
            side: code.width(),
            dark: dark.collect(),
        })
    }

    /// How many modules a side has, without the margin.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Whether a module is dark; none beyond the edges is.
    #[must_use]
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        x < self.side && y < self.side && self.dark.get(y * self.side + x).copied().unwrap_or(false)
    }

    /// How many points a side takes: as many whole pixels a module as there is room for, so that edges are sharp.
    #[must_use]
    pub fn size(&self, room: f32, pixels_per_point: f32) -> f32 {
        let modules = (self.side + 2 * MARGIN) as f32;
        let pixels = (room * pixels_per_point / modules).floor().max(1.0);
        pixels * modules / pixels_per_point
    }

    /// Paints it into a square of [`size`](Self::size). A code is dark on light in any theme: not every camera reads it otherwise.
    pub fn paint(&self, painter: &Painter, rect: Rect) {
        painter.rect_filled(rect, 6.0, Color32::WHITE);
        let module = rect.width() / (self.side + 2 * MARGIN) as f32;
        let corner = rect.min + vec2(module, module) * MARGIN as f32;
        for y in 0..self.side {
            // Dark modules side by side are one bar: there are no seams, and fewer shapes.
            let mut x = 0;
            while x < self.side {
                let from = x;
                while self.is_dark(x, y) {
                    x += 1;
                }
                if x > from {
                    let bar = Rect::from_min_max(
                        pos2(corner.x + from as f32 * module, corner.y + y as f32 * module),
                        pos2(corner.x + x as f32 * module, corner.y + (y + 1) as f32 * module),
                    );
                    painter.rect_filled(bar, 0.0, Color32::BLACK);
                }
                x += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_crypto::identity::Identity;
    use majlis_net::address::RelayAddress;
    use majlis_net::invite::Secret;
    use majlis_net::limits::{MAX_SHARED_ADDRESSES, MAX_SHARED_RELAYS};
    use majlis_net::table_id::TableId;

    /// What another program reads out of the code, drawn with `pixels` a module.
    fn read(code: &Code, pixels: usize) -> String {
        let side = (code.side() + 2 * MARGIN) * pixels;
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
            let module = |at: usize| (at / pixels).wrapping_sub(MARGIN);
            if code.is_dark(module(x), module(y)) { 0 } else { 255 }
        });
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1, "{} modules", code.side());
        grids[0].decode().unwrap().1
    }

    fn invitation(addresses: usize, relays: usize, host: &str) -> Invitation {
        let key = |seed| Identity::from_secret(&[seed; 32]).key();
        let mut invitation = Invitation::new(key(7), TableId([0xa5; 16]));
        invitation.secret = Some(Secret([0x5a; 16]));
        for at in 0..addresses {
            let address = format!("/ip6/2001:db8:1234:5678:9abc:def0:1234:{at:x}/udp/6{at:04}/quic-v1");
            invitation.addresses.push(address.parse().unwrap());
        }
        for at in 0..relays {
            let address = format!("/dns/relay{at}.{host}/tcp/4001");
            invitation.relays.push(RelayAddress {
                key: key(u8::try_from(20 + at).unwrap()),
                address: address.parse().unwrap(),
            });
        }
        invitation
    }

    #[test]
    fn another_program_reads_the_invitation_out_of_the_code() {
        for (addresses, relays) in [(1, 0), (2, 1), (4, 2), (MAX_SHARED_ADDRESSES, MAX_SHARED_RELAYS)] {
            let invitation = invitation(addresses, relays, "majlis.example.org");
            let code = Code::of(&invitation).unwrap();
            for pixels in [2, 3, 5] {
                let read: Invitation = read(&code, pixels).parse().unwrap();
                assert_eq!(read, invitation, "{addresses} addresses, {relays} relays");
            }
        }
    }

    /// The longest invitation that a node makes with addresses of machines and relays of usual names has a code as it is; with names as
    /// long as names may be, the code still leads to the table.
    #[test]
    fn the_longest_invitation_has_a_code() {
        let longest = invitation(
            MAX_SHARED_ADDRESSES,
            MAX_SHARED_RELAYS,
            "a-rather-long-name-of-a-host.example.org",
        );
        let code = Code::of(&longest).unwrap();
        assert_eq!(read(&code, 3).parse(), Ok(longest));
        let label = "x".repeat(60);
        let absurd = invitation(
            MAX_SHARED_ADDRESSES,
            MAX_SHARED_RELAYS,
            &format!("{label}.{label}.{label}.org"),
        );
        let code = Code::of(&absurd).unwrap();
        assert!(code.side() <= MOST);
        let read: Invitation = read(&code, 3).parse().unwrap();
        assert_eq!(
            (read.host, read.table, read.secret),
            (absurd.host, absurd.table, absurd.secret)
        );
        assert!(!read.relays.is_empty() && !read.addresses.is_empty());
    }
}
