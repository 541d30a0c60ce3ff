#!/bin/sh
# hardening.sh SOW: a release build has full RELRO, PIE, stack protection, and fortified library calls.
set -eu
has() { printf '%s\n' "$1" | grep -q "$2" || { echo "missing: $2"; exit 1; }; }
dynamic=$(readelf -Wd "$1") segments=$(readelf -Wl "$1") symbols=$(readelf -W --dyn-syms "$1")
has "$dynamic" BIND_NOW
has "$dynamic" PIE
has "$segments" GNU_RELRO
has "$symbols" __stack_chk_fail
has "$symbols" '__[a-z]*_chk@'
