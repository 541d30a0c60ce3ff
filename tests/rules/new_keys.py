#!/usr/bin/env python3
"""Adds a field to every struct of rules/ruleset.h and checks, by compiling, that no database method and no proof about
rules accepts a game that sets it: new_keys.py COMPILER SOURCE_FOLDER"""
import pathlib
import re
import subprocess
import sys
import tempfile

# Each struct, and where a ruleset has one.
PLACES = {"TakeSet": "lands[0].take", "EndSet": "when", "Land": "lands[0]", "Pass": "passes[0]", "Owning": "own",
          "Opening": "opening", "Rounds": "rounds", "Setup": "setup", "TurnRules": "", "Ruleset": ""}

compiler, source = sys.argv[1], pathlib.Path(sys.argv[2])
header = (source / "rules/ruleset.h").read_text()
structs = set(re.findall(r"^struct (\w+)", header, re.M)) - {"CountTest"}  # a test of one number, without any keys
if structs != set(PLACES):
    sys.exit(f"ruleset.h has other structs than this test: {structs ^ set(PLACES)}")
for name in PLACES:
    header = re.sub(rf"^(struct {name}\b[^{{]*{{)", rf"\1\n  bool new_{name} = false;", header, count=1, flags=re.M)

checks = "".join(f"""
static_assert(!accepted([](Ruleset& r) {{ r.{place}{"." if place else ""}new_{name} = true; }}), "{name}");"""
                 for name, place in PLACES.items())
code = f"""#include "db/acyclic.h"
#include "db/retrograde.h"
namespace sow {{
template <class Change>
constexpr bool accepted(Change change) {{
  Ruleset r;
  r.land_count = r.pass_count = 1;
  change(r);
  Ruleset without_passes = r, with_store = r;
  without_passes.pass_count = 0;
  with_store.store = Store::own;
  return r.known() || r.removes_even_numbers() || r.one_plain_lap() || with_store.never_repeats() ||
         AcyclicMethod<8>::fits(with_store) || without_passes.one_plain_lap() || RetrogradeMethod<8>::fits(without_passes);
}}
static_assert(accepted([](Ruleset&) {{}}), "no change");{checks}
}}
"""
with tempfile.TemporaryDirectory() as folder:
    (pathlib.Path(folder) / "rules").mkdir()
    (pathlib.Path(folder) / "rules/ruleset.h").write_text(header)
    result = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{folder}", f"-I{source}", "-xc++", "-"],
                            input=code, text=True)
sys.exit(result.returncode)
