//! Metrics in the text format of Prometheus, over the smallest HTTP server that serves.

use core::fmt::Write as _;
use core::future::Future;
use core::sync::atomic::{AtomicU64, Ordering};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::limits::{MAX_METRICS_CONNECTIONS, MAX_METRICS_REQUEST, METRICS_TIME};

macro_rules! metrics {
    ($($field:ident, $name:literal, $kind:literal, $help:literal;)+) => {
        /// What is counted.
        #[derive(Default)]
        pub(super) struct Metrics {
            $(pub(super) $field: AtomicU64,)+
        }

        impl Metrics {
            /// The text that Prometheus reads.
            pub(super) fn text(&self) -> String {
                let mut text = String::new();
                $(
                    let value = self.$field.load(Ordering::Relaxed);
                    // Writing into a string does not fail.
                    let _ = write!(
                        text,
                        concat!("# HELP ", $name, " ", $help, "\n# TYPE ", $name, " ", $kind, "\n", $name, " {}\n"),
                        value
                    );
                )+
                if let Some(bytes) = resident() {
                    let _ = write!(
                        text,
                        "# HELP process_resident_memory_bytes Memory that the process has in use.\n# TYPE \
                         process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {bytes}\n"
                    );
                }
                text
            }
        }
    };
}

metrics! {
    connections, "majlis_relay_connections", "gauge", "Established connections.";
    pending, "majlis_relay_connections_pending", "gauge", "Connections that are being established.";
    peers, "majlis_relay_peers", "gauge", "Peers that are connected.";
    connections_total, "majlis_relay_connections_total", "counter", "Connections established so far.";
    connections_refused_total, "majlis_relay_connections_refused_total", "counter", "Incoming connections that were refused or failed.";
    reservations, "majlis_relay_reservations", "gauge", "Reservations that hold.";
    reservations_total, "majlis_relay_reservations_total", "counter", "Reservations made or renewed so far.";
    reservations_denied_total, "majlis_relay_reservations_denied_total", "counter", "Reservations denied by a limit.";
    circuits, "majlis_relay_circuits", "gauge", "Open circuits.";
    circuits_total, "majlis_relay_circuits_total", "counter", "Circuits opened so far.";
    circuits_denied_total, "majlis_relay_circuits_denied_total", "counter", "Circuits denied: no reservation, or a limit.";
    tables, "majlis_relay_tables", "gauge", "Open tables that the lobby lists.";
    lists_total, "majlis_relay_lists_total", "counter", "Lists of tables asked for.";
    adverts_accepted_total, "majlis_relay_adverts_accepted_total", "counter", "Adverts that were passed on.";
    adverts_ignored_total, "majlis_relay_adverts_ignored_total", "counter", "Adverts that were old, too frequent or of another version.";
    adverts_rejected_total, "majlis_relay_adverts_rejected_total", "counter", "Adverts that no honest program sends.";
    providers_total, "majlis_relay_provider_records_total", "counter", "Provider records stored or renewed.";
    kad_peers, "majlis_relay_kad_peers", "gauge", "Peers in the routing table.";
    offenders_total, "majlis_relay_offenders_total", "counter", "Peers dropped for the session.";
    uptime, "majlis_relay_uptime_seconds", "gauge", "Seconds since the start.";
}

impl Metrics {
    pub(super) fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn subtract(gauge: &AtomicU64) {
        // Never below zero, whatever order events come in.
        let _ = gauge.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |value| {
            Some(value.saturating_sub(1))
        });
    }

    pub(super) fn set(gauge: &AtomicU64, value: u64) {
        gauge.store(value, Ordering::Relaxed);
    }
}

/// Memory in use, where the system tells it as Linux does.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|kib| kib * 1024)
}

/// Opens the port; the future that comes back serves until it is dropped.
///
/// # Errors
/// One sentence, where nothing can be listened for there.
pub(super) async fn listen(
    address: SocketAddr,
    metrics: Arc<Metrics>,
) -> Result<(SocketAddr, impl Future<Output = ()>), String> {
    let wrong = |error: io::Error| format!("the metrics cannot be served at {address}: {error}; choose another port");
    let listener = TcpListener::bind(address).await.map_err(wrong)?;
    let at = listener.local_addr().map_err(wrong)?;
    Ok((at, serve(listener, metrics)))
}

async fn serve(listener: TcpListener, metrics: Arc<Metrics>) {
    let places = Arc::new(Semaphore::new(MAX_METRICS_CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, most likely: there will be some again.
            tokio::time::sleep(METRICS_TIME).await;
            continue;
        };
        // Beyond the limit a connection is closed at once.
        let Ok(place) = places.clone().try_acquire_owned() else {
            continue;
        };
        let metrics = metrics.clone();
        tokio::spawn(async move {
            // Who is too slow or gone gets no answer.
            let _ = tokio::time::timeout(METRICS_TIME, answer(stream, &metrics)).await;
            drop(place);
        });
    }
}

async fn answer(mut stream: TcpStream, metrics: &Metrics) -> io::Result<()> {
    let mut request = Vec::new();
    let mut buffer = [0; 1024];
    let complete = loop {
        let count = stream.read(&mut buffer).await?;
        request.extend(buffer.iter().take(count));
        if request.windows(4).any(|end| end == b"\r\n\r\n") {
            break true;
        }
        if count == 0 || request.len() > MAX_METRICS_REQUEST {
            break false;
        }
    };
    let line = request.split(|byte| *byte == b'\r').next().unwrap_or_default();
    let (status, body) = match line {
        _ if !complete => ("400 Bad Request", "the request is too long or incomplete\n".to_owned()),
        b"GET /metrics HTTP/1.1" | b"GET /metrics HTTP/1.0" => ("200 OK", metrics.text()),
        line if line.starts_with(b"GET ") => ("404 Not Found", "there is only /metrics\n".to_owned()),
        _ => ("405 Method Not Allowed", "only GET is answered\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {}\r\nConnection: \
         close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn ask(at: SocketAddr, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(at).await.unwrap();
        // The server may have answered and closed before all is written.
        let _ = stream.write_all(request).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[test]
    fn metrics_are_served_and_nothing_else_is() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let metrics = Arc::new(Metrics::default());
            Metrics::add(&metrics.circuits);
            Metrics::subtract(&metrics.reservations);
            let (at, server) = listen("127.0.0.1:0".parse().unwrap(), metrics).await.unwrap();
            let server = tokio::spawn(server);
            let good = ask(at, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").await;
            assert!(good.starts_with("HTTP/1.1 200 OK\r\n"), "{good}");
            assert!(good.contains("\nmajlis_relay_circuits 1\n") && good.contains("\nmajlis_relay_reservations 0\n"));
            // Each line is a comment or a name and a number.
            let body = good.split_once("\r\n\r\n").unwrap().1;
            for line in body.lines().filter(|line| !line.starts_with("# ")) {
                let (name, value) = line.split_once(' ').unwrap();
                assert!(
                    name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'),
                    "{name}"
                );
                value.parse::<u64>().unwrap();
            }
            for (request, status) in [
                (&b"GET / HTTP/1.1\r\n\r\n"[..], "404"),
                (b"POST /metrics HTTP/1.1\r\n\r\n", "405"),
                (b"\xff\xfe\r\n\r\n", "405"),
            ] {
                assert!(ask(at, request).await.starts_with(&format!("HTTP/1.1 {status} ")));
            }
            // Without an end: it is cut off.
            ask(at, &vec![b'x'; 1 << 20]).await;
            // Those who say nothing hold all places; the next is closed at once, and there is room again after a while.
            let mut silent = Vec::new();
            for _ in 0..MAX_METRICS_CONNECTIONS {
                silent.push(TcpStream::connect(at).await.unwrap());
            }
            let until = tokio::time::Instant::now() + 20 * METRICS_TIME;
            loop {
                let answer = ask(at, b"GET /metrics HTTP/1.1\r\n\r\n").await;
                if answer.starts_with("HTTP/1.1 200") {
                    break;
                }
                assert!(tokio::time::Instant::now() < until, "no room again");
                tokio::time::sleep(METRICS_TIME / 10).await;
            }
            drop(silent);
            server.abort();
        });
    }
}
