#!/bin/sh
# hardening.sh SOW: a released program has full RELRO, can be loaded anywhere, guards its stacks and checks its copies.
set -eu
has() { printf '%s\n' "$1" | grep -q "$2" || { echo "no $2"; exit 1; }; }
dynamic=$(readelf -Wd "$1") segments=$(readelf -Wl "$1") symbols=$(readelf -W --dyn-syms "$1")
has "$dynamic" BIND_NOW
has "$dynamic" PIE
has "$segments" GNU_RELRO
has "$symbols" __stack_chk_fail
has "$symbols" '__[a-z]*_chk@'
