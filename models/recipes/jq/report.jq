# Groups, folds, paths, assignments, formats, errors and dates.
def lines: [.[].lines[]] | unique;
def deepest($n): sort_by(.depth) | reverse | .[:$n] | map(.name);
. as $all |
{
  lines: lines,
  deepest: deepest(3),
  perLine: (lines | map({key: ., value: (. as $line | $all
    | map(select(.lines | index($line)) | .name))}) | from_entries),
  open: (group_by(.open) | map({open: .[0].open, names: map(.name)})),
  depth: (map(.depth // 0) | {sum: add, least: min, most: max, mean: (add / length)}),
  paths: [.[5] | paths(type == "number") | map(tostring) | join("/")],
  changed: (.[5] | .notes.tags.view |= flatten | del(.lines) | .notes.tags.park += 40
    | to_entries | map(.key)),
  built: (.[5].notes.built | fromdateiso8601 | [., todate, (gmtime | mktime)]),
  errors: [.[] | try (.depth | tonumber) catch "none"],
  csv: [.[] | [.id, .name, .depth, .open] | @csv],
  encoded: [.[0].name | @base64, @uri, @html, @sh, @json, @text],
  decoded: (.[0] | tojson | fromjson | .lines),
  words: [.[].name | ascii_downcase | explode | map(select(. > 96 and . < 123)) | implode],
  split: ([.[].name | split(" ")] | transpose),
  walked: (.[0] | walk(if type == "string" then ltrimstr("N") elif type == "number" then -. else . end)),
  limits: [limit(4; .[] | .lines[]), first(.[].id), isempty(empty)],
  until: (1 | until(. > 1000; . * 3)),
  inside: ({"a": [1, 2]} | inside({"a": [1, 2, 3], "b": 0})),
  counts: reduce .[].lines[] as $line ({}; .[$line] += 1),
  running: [foreach .[].id as $id (0; . + $id; [., $id])],
  getpath: [getpath([5, "notes", "built"]), getpath([9, "x"])],
  label: [label $out | .[] | if .id > 3 then break $out else .id end],
  merged: ({"a": {"b": 1}} * {"a": {"c": 2}}),
  destructured: [.[] as {id: $id, lines: [$first]} | "\($id):\($first)"]
}
