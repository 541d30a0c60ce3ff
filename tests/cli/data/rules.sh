# Listing, explaining, creating, and checking games.
sow rules list >list
sed -n 1,6p list
awk 'length($0) > 80' list  # nothing: it fits
grep -c '^[a-z]' list >lines; test "$(cat lines)" -gt 20 && echo "many games"
sow rules list --kind four-rows --region namibia
sow rules list --search 'OWARE (' --json
sow rules list --kind stores --search 'nobody knows it'
sow rules list --kind four-row
echo "exit $?"
sow rules show hus
sow rules show kalah/empty-capture --toml
sow rules new mine.toml
sow rules new mine.toml
echo "exit $?"
sow rules check mine.toml
cat mine.toml
echo quit | sow play mine.toml --save mine.ogn | sed -n 1,3p
grep -E 'Variant|Rules' mine.ogn
echo quit | sow play --load mine.ogn | sed -n 1,3p
cat >faulty.toml <<'END'
nmae = "faulty"
extends = "oware"
[board]
pits = 60
[sow]
direction = "oposed"
[[land]]
at = "inner"
[end]
repeat_cuont = 1
END
sow rules check faulty.toml mine.toml
echo "exit $?"
sow rules check faulty.toml --json
sed -i '0,/^pits/s/^pits = .*/pits = 60/' mine.toml
sow rules check mine.toml
echo "exit $?"
sow play mine.toml
echo "exit $?"
sow rules check missing.toml
echo "exit $?"
sow rules new 'bad name.toml'
echo "exit $?"
