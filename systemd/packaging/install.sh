#!/bin/sh
# Install the controller of a mahjong table on Debian or Raspberry Pi OS, or take it away.
#
#   sh install.sh --check        look only; nothing is changed
#   sudo sh install.sh           install, or change to the release that lies here
#   sudo sh install.sh --uninstall [--purge]
#
# The packages lie beside this script, or where --from says: a folder, or a web address. In one line:
#   curl -fsSL ADDRESS/install.sh | sudo sh -s -- --from ADDRESS
set -eu

action=install
from=
purge=
problems=0

main() {
  while [ $# -gt 0 ]; do
    case $1 in
    --check) action=check ;;
    --uninstall) action=uninstall ;;
    --purge) purge=yes ;;
    --from) [ $# -ge 2 ] || die "--from names a folder or an address"; from=$2; shift ;;
    --help) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) die "unknown option $1; known are --check, --uninstall, --purge, --from" 2 ;;
    esac
    shift
  done
  if [ $action = uninstall ]; then uninstall; return; fi
  check
  if [ $action = check ]; then
    [ $problems -eq 0 ] || exit 1
    echo "everything is ready; say: sudo sh install.sh"
    return
  fi
  [ $problems -eq 0 ] || die "mend that first; nothing was changed"
  [ "$(id -u)" -eq 0 ] || die "installing needs root: sudo sh install.sh"
  install_package
}

die() {
  echo "install: $1" >&2
  exit "${2:-1}"
}

good() { echo "ok    $1"; }
look() { echo "look  $1"; }
wrong() { echo "BAD   $1"; problems=$((problems + 1)); }

# Looks at everything that the table needs, and changes nothing.
check() {
  codename='' id='' system='an unknown system'
  if [ -r /etc/os-release ]; then
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    # shellcheck source=/dev/null
    id=$(. /etc/os-release && echo "${ID:-} ${ID_LIKE:-}")
    # shellcheck source=/dev/null
    system=$(. /etc/os-release && echo "${PRETTY_NAME:-${ID:-$system}}")
  fi
  case "$codename $id" in
  "bookworm "*debian* | "trixie "*debian*) good "system: Debian or Raspberry Pi OS, $codename" ;;
  *) wrong "system: needs Debian or Raspberry Pi OS, bookworm or trixie; this is $system" ;;
  esac

  arch=$(dpkg --print-architecture 2>/dev/null || echo unknown)
  case $arch in
  amd64 | arm64) good "processor: $arch" ;;
  *) wrong "processor: needs a 64-bit system (arm64 or amd64); this is $arch" ;;
  esac

  case $codename in bookworm) python=3.11 ;; trixie) python=3.13 ;; *) python= ;; esac
  if [ -z "$python" ]; then
    : # which Python it would need nobody can say
  elif has=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) && [ "$has" = $python ]; then
    good "Python $has"
  else
    look "Python: the system's python3 ($python) will be installed"
  fi

  if [ -d /run/systemd/system ]; then good "systemd runs"; else look "systemd does not run here; the service starts at the next boot"; fi

  free=$(df -Pm /opt 2>/dev/null | awk 'NR==2 {print $4}')
  if [ "${free:-0}" -ge 400 ]; then good "room: $free MB in /opt"; else wrong "room: 400 MB are needed in /opt, ${free:-0} are free"; fi

  boot=/boot/firmware
  [ -d $boot ] || boot=/boot
  if [ -r $boot/cmdline.txt ] && grep -Eq 'console=(serial0|ttyAMA0|ttyS0)' $boot/cmdline.txt; then
    look "serial line: a console is on it; for a board on the Pi's own pins take it out of $boot/cmdline.txt"
  fi
  if [ -r $boot/config.txt ] && ! grep -Eq '^dtoverlay=gpio-ir' $boot/config.txt; then
    look "remote: for an infrared receiver put dtoverlay=gpio-ir,gpio_pin=18 into $boot/config.txt"
  fi
  for group in dialout video input; do
    getent group $group >/dev/null || look "group $group is absent; it is made"
  done
}

# Finds the package beside this script, or fetches it, and checks its sum.
install_package() {
  from=${from:-$(dirname "$0")}
  case $from in
  http://* | https://*)
    place=$(mktemp -d)
    trap 'rm -rf "$place"' EXIT
    fetch "$from/SHA256SUMS" "$place/SHA256SUMS"
    name=$(package_in "$place/SHA256SUMS")
    fetch "$from/$name" "$place/$name"
    ;;
  *)
    place=$(cd "$from" && pwd) || die "$from is no folder"
    [ -r "$place/SHA256SUMS" ] || die "$place has no SHA256SUMS; give the folder of the packages with --from"
    name=$(package_in "$place/SHA256SUMS")
    ;;
  esac
  [ -n "$name" ] || die "there is no package for $codename, $arch in $from"
  (cd "$place" && grep " [ *]$name\$" SHA256SUMS | sha256sum --check --quiet -) ||
    die "$name is not what SHA256SUMS says; fetch it anew"
  # What an install that was broken off left half done is ended first; apt refuses beside it.
  [ -z "$(dpkg --audit)$(ls /var/lib/dpkg/updates)" ] || dpkg --configure -a || true
  [ -e /usr/bin/python3 ] || apt-get update -qq || die "the list of packages cannot be fetched; the system needs python3"
  apt-get install -y --no-install-recommends "$place/$name" ||
    die "apt-get says above why not; when that is mended say the same again, it goes on from there"
}

package_in() {
  awk -v end="_${codename}_${arch}.deb" '{name = $2; sub(/^\*/, "", name)
    if (substr(name, length(name) - length(end) + 1) == end) last = name} END {print last}' "$1"
}

fetch() {
  if command -v curl >/dev/null; then
    curl -fsSL -o "$2" "$1"
  elif command -v wget >/dev/null; then
    wget -qO "$2" "$1"
  else
    die "fetching needs curl or wget: sudo apt-get install curl; or carry the packages here"
  fi || die "$1 cannot be fetched; is the network there, and the address right?"
}

uninstall() {
  [ "$(id -u)" -eq 0 ] || die "taking it away needs root: sudo sh install.sh --uninstall"
  if [ -n "$purge" ]; then
    apt-get purge -y mjtable
  else
    apt-get remove -y mjtable
    echo "record, keys and configuration stay in /var/lib/mjtable and /etc/mjtable; --purge takes them too"
  fi
}

# Read whole before anything is done, so that a connection that breaks off does nothing.
main "$@"
