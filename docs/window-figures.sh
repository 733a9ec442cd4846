#!/usr/bin/env bash
# Measures the window beside an empty one of the same library, in the same run, on a display in memory:
# start to first frame, resident memory, processor time while nothing moves, size of the binary.
# Needs xvfb, xdotool, and a build: cargo build --release -p majlis --bin majlis --example empty_window
# Usage: docs/window-figures.sh [FOLDER OF THE BUILD, target/release]
set -euo pipefail
cd "$(dirname "$0")/.."
build="${1:-target/release}"
folder=$(mktemp -d)
exec {number}> "$folder/display"
Xvfb -displayfd "$number" -screen 0 1280x800x24 -nolisten tcp 2> /dev/null &
screen=$!
trap 'kill $screen 2> /dev/null; rm -rf "$folder"' EXIT
until [ -s "$folder/display" ]; do sleep 0.1; done
export DISPLAY=":$(cat "$folder/display")" LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR="$folder"
unset WAYLAND_DISPLAY WAYLAND_SOCKET
mkdir "$folder/profile"
printf '{"version":1,"name":"Ada","language":"en"}' > "$folder/profile/settings"

# A window is shown with its first frame, so the first that is visible tells when that was.
measure() {
    local title=$1 began now first window pid before after memory
    shift
    began=$(date +%s%N)
    "$@" > /dev/null 2>&1 &
    pid=$!
    until window=$(xdotool search --onlyvisible --name "$title" 2> /dev/null | head -1) && [ -n "$window" ]; do
        kill -0 $pid || { echo "$1 has ended"; exit 1; }
    done
    now=$(date +%s%N)
    first=$(((now - began) / 1000000))
    sleep 5
    before=$(awk '{print $14 + $15}' "/proc/$pid/stat")
    memory=$(awk '/VmRSS/ {print int($2 / 1024)}' "/proc/$pid/status")
    sleep 30
    after=$(awk '{print $14 + $15}' "/proc/$pid/stat")
    kill $pid
    wait $pid 2> /dev/null || true
    local ticks
    ticks=$(getconf CLK_TCK)
    printf '%-10s first frame %5d ms   memory %4d MiB   idle %s %% of a core   binary %s MiB\n' "$title" "$first" "$memory" \
        "$(awk "BEGIN { printf \"%.2f\", ($after - $before) * 100 / $ticks / 30 }")" \
        "$(awk "BEGIN { printf \"%.1f\", $(stat -c %s "$1") / 1048576 }")"
}

for _ in 1 2 3; do
    measure Empty "$build/examples/empty_window"
    measure Majlis "$build/majlis" --data "$folder/profile"
done
