#!/usr/bin/env bash
# Installs what `npm run verify` needs on Debian: browsers, Redis, ffmpeg, the languages of the recipes, and human speech.
# Without a package, its step fails and names it. `+ceph` adds the S3 store of `npm test -- s3`.
set -euo pipefail
packages=(
  chromium chromium-headless-shell firefox-esr webkit2gtk-driver xvfb xauth
  gstreamer1.0-libav gstreamer1.0-plugins-good gstreamer1.0-plugins-bad
  redis-server ffmpeg curl python3 php-cli nginx-light pocketsphinx-testdata
)
[ "${1:-}" = +ceph ] && packages+=(ceph-mon ceph-osd radosgw ceph-common)
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
