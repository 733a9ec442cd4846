//! A link from a program that was started with one to the program that plays with the profile already.
//!
//! Whoever plays with the profile listens at the local socket `link.sock` in its folder, which nobody but its owner can open. A link is
//! one line; the answer is `ok` or `no`. A connection carries one link of at most [`LIMIT`] bytes and is held no longer than
//! [`PATIENCE`], one at a time, so nobody can make the program hold much or wait long. On systems without such sockets there is
//! nothing of it.

use crate::folder::Folder;
use crate::ui::feed::Wake;

/// The longest line that is read, in bytes: no link is longer.
pub const LIMIT: u64 = 2 * majlis_net::limits::MAX_INVITATION as u64;
/// How long a connection is held, in seconds.
pub const PATIENCE: u64 = 3;

#[cfg(unix)]
pub use self::unix::Listener;

/// Hands a link over to the program that plays with a profile. Says whether there is one that has taken it.
///
/// # Errors
/// One sentence, where there is such a program and it does not take it.
pub fn hand_over(folder: &Folder, link: &str) -> Result<bool, String> {
    #[cfg(unix)]
    return unix::hand_over(folder, link);
    #[cfg(not(unix))]
    {
        let _ = (folder, link);
        Ok(false)
    }
}

/// Listens for links. The profile must be [taken](Folder::lock) before: what lies in the socket's place is then left over.
///
/// # Errors
/// What the system says, where it refuses; the program works without.
#[cfg(unix)]
pub fn listen(folder: &Folder, wake: Wake) -> std::io::Result<Listener> {
    Listener::start(folder, wake)
}

/// Where there are no such sockets nobody listens.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct Listener;

#[cfg(not(unix))]
impl Listener {
    /// Nothing ever comes.
    #[must_use]
    pub const fn next(&self) -> Option<String> {
        None
    }
}

/// Nobody listens here.
///
/// # Errors
/// Always: there is nothing to listen at.
#[cfg(not(unix))]
pub fn listen(_: &Folder, _: Wake) -> std::io::Result<Listener> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File};
    use std::io::{self, Read as _, Write as _};
    use std::os::fd::AsRawFd as _;
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{self, Receiver, SyncSender};
    use std::thread::{self, JoinHandle};
    use std::time::{Duration, Instant};

    use majlis_net::invite::Invitation;

    use super::{LIMIT, PATIENCE};
    use crate::folder::Folder;
    use crate::ui::feed::Wake;

    /// So many links wait to be looked at.
    const WAITING: usize = 4;
    /// The longest path that a socket can have everywhere.
    const LONGEST: usize = 100;

    /// A way to the socket, and what has to stay open for it.
    struct Place {
        path: PathBuf,
        _folder: Option<File>,
    }

    impl Place {
        /// A path of any length: a long one is gone by the folder's own handle.
        fn of(folder: &Folder) -> io::Result<Self> {
            let path = folder.root().join("link.sock");
            if path.as_os_str().len() <= LONGEST || !cfg!(target_os = "linux") {
                return Ok(Self { path, _folder: None });
            }
            let handle = File::open(folder.root())?;
            let path = PathBuf::from(format!("/proc/self/fd/{}/link.sock", handle.as_raw_fd()));
            Ok(Self {
                path,
                _folder: Some(handle),
            })
        }
    }

    /// Takes links until it is dropped.
    #[derive(Debug)]
    pub struct Listener {
        links: Receiver<String>,
        folder: Folder,
        stop: Arc<AtomicBool>,
        thread: Option<JoinHandle<()>>,
    }

    impl Listener {
        pub(super) fn start(folder: &Folder, wake: Wake) -> io::Result<Self> {
            let place = Place::of(folder)?;
            match fs::remove_file(&place.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let socket = UnixListener::bind(&place.path)?;
            let (out, links) = mpsc::sync_channel(WAITING);
            let stop = Arc::new(AtomicBool::new(false));
            let stopped = Arc::clone(&stop);
            let thread = thread::Builder::new().name("links".to_owned()).spawn(move || {
                for stream in socket.incoming() {
                    if stopped.load(Ordering::SeqCst) {
                        return;
                    }
                    match stream {
                        Ok(stream) => answer(stream, &out, &wake),
                        // Nothing that comes back at once, such as too many open files, may turn into a busy loop.
                        Err(_) => thread::sleep(Duration::from_millis(200)),
                    }
                }
            })?;
            Ok(Self {
                links,
                folder: folder.clone(),
                stop,
                thread: Some(thread),
            })
        }

        /// The next link that was handed over.
        #[must_use]
        pub fn next(&self) -> Option<String> {
            self.links.try_recv().ok()
        }
    }

    impl Drop for Listener {
        fn drop(&mut self) {
            self.stop.store(true, Ordering::SeqCst);
            let Ok(place) = Place::of(&self.folder) else { return };
            // The thread waits for a connection: this is one.
            let woken = UnixStream::connect(&place.path).is_ok();
            let _ = fs::remove_file(&place.path);
            if let Some(thread) = self.thread.take().filter(|_| woken) {
                let _ = thread.join();
            }
        }
    }

    /// Reads one line, not longer than it may be and not longer than patience lasts.
    fn line(stream: &mut UnixStream) -> Option<String> {
        let until = Instant::now() + Duration::from_secs(PATIENCE);
        let mut line = Vec::new();
        let mut part = [0; 4096];
        loop {
            let left = until
                .checked_duration_since(Instant::now())
                .filter(|left| !left.is_zero())?;
            stream.set_read_timeout(Some(left)).ok()?;
            let read = match stream.read(&mut part) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return None,
            };
            line.extend_from_slice(part.get(..read)?);
            if line.len() as u64 > LIMIT {
                return None;
            }
            if let Some(end) = line.iter().position(|byte| *byte == b'\n') {
                line.truncate(end);
                return String::from_utf8(line).ok();
            }
            if read == 0 {
                return None;
            }
        }
    }

    fn answer(mut stream: UnixStream, out: &SyncSender<String>, wake: &Wake) {
        let link = line(&mut stream).filter(|line| line.parse::<Invitation>().is_ok());
        let taken = link.is_some_and(|link| out.try_send(link).is_ok());
        let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
        let _ = stream.write_all(if taken { b"ok\n" } else { b"no\n" });
        if taken {
            wake();
        }
    }

    pub(super) fn hand_over(folder: &Folder, link: &str) -> Result<bool, String> {
        let Ok(place) = Place::of(folder) else { return Ok(false) };
        // What lies there may be left over from a program that is gone.
        let Ok(mut stream) = UnixStream::connect(&place.path) else {
            return Ok(false);
        };
        let talk = |stream: &mut UnixStream| -> io::Result<String> {
            stream.set_write_timeout(Some(Duration::from_secs(PATIENCE)))?;
            stream.set_read_timeout(Some(Duration::from_secs(2 * PATIENCE)))?;
            stream.write_all(link.as_bytes())?;
            stream.write_all(b"\n")?;
            let mut answer = String::new();
            stream.take(16).read_to_string(&mut answer)?;
            Ok(answer)
        };
        match talk(&mut stream) {
            Ok(answer) if answer == "ok\n" => Ok(true),
            _ => Err("Majlis runs already and does not take the link; paste it there".to_owned()),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use majlis_crypto::identity::Identity;
        use majlis_net::table_id::TableId;

        fn link() -> String {
            Invitation::new(Identity::from_secret(&[3; 32]).key(), TableId([9; 16])).to_string()
        }

        fn quiet() -> Wake {
            Arc::new(|| {})
        }

        #[test]
        fn a_link_is_handed_over_to_the_program_that_runs() {
            let dir = tempfile::tempdir().unwrap();
            // A path that is too long for a socket's own name too.
            for root in [dir.path().join("a"), dir.path().join("x".repeat(120))] {
                let folder = Folder::at(&root);
                assert_eq!(hand_over(&folder, &link()), Ok(false));
                folder.make(root.clone()).unwrap();
                assert_eq!(hand_over(&folder, &link()), Ok(false));
                let listener = Listener::start(&folder, quiet()).unwrap();
                assert_eq!(listener.next(), None);
                assert_eq!(hand_over(&folder, &link()), Ok(true));
                assert_eq!(listener.next(), Some(link()));
                drop(listener);
                assert_eq!(hand_over(&folder, &link()), Ok(false));
                assert!(!root.join("link.sock").exists());
                // A program that was killed leaves its socket behind: that is in nobody's way.
                drop(UnixListener::bind(Place::of(&folder).unwrap().path).unwrap());
                assert_eq!(hand_over(&folder, &link()), Ok(false));
                let again = Listener::start(&folder, quiet()).unwrap();
                assert_eq!(hand_over(&folder, &link()), Ok(true));
                drop(again);
            }
        }

        #[test]
        fn nothing_but_a_few_links_is_taken() {
            let dir = tempfile::tempdir().unwrap();
            let folder = Folder::at(dir.path());
            let listener = Listener::start(&folder, quiet()).unwrap();
            for strange in [
                String::new(),
                "hello".to_owned(),
                "majlis:AAAA".to_owned(),
                format!("majlis:{}", "A".repeat(1 << 20)),
                "\u{0}".repeat(100),
            ] {
                assert!(hand_over(&folder, &strange).is_err());
            }
            // Somebody who connects and says nothing is not waited for long.
            let silent = UnixStream::connect(dir.path().join("link.sock")).unwrap();
            assert_eq!(hand_over(&folder, &link()), Ok(true));
            drop(silent);
            for _ in 1..WAITING {
                assert_eq!(hand_over(&folder, &link()), Ok(true));
            }
            assert!(hand_over(&folder, &link()).is_err(), "more than are waited for");
            for _ in 0..WAITING {
                assert_eq!(listener.next(), Some(link()));
            }
            assert_eq!(listener.next(), None);
            assert_eq!(hand_over(&folder, &link()), Ok(true));
        }
    }
}
