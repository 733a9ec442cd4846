//! `majlis:` links that are clicked elsewhere: the system is told that this program opens them, and a link is handed over to the
//! program that plays with the profile already.
//!
//! | file | what |
//! | --- | --- |
//! | [`desktop`] | the entry in the menu of a Linux desktop, its icon, and who opens such links |
//! | [`handover`] | from a program that was started with a link to the one that runs |

pub mod desktop;
pub mod handover;

use majlis_net::invite::SCHEME;

/// Whether a text that was given to the program wants to be a link: what follows the colon is looked at later.
#[must_use]
pub fn is_link(text: &str) -> bool {
    text.get(..SCHEME.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
}
