#!/bin/sh
# Has two devices with vdirsyncer (from PyPI, in a folder that goes again) keep the same tasks and
# contacts through a running Almanac, changes and deletes on both sides, and todoman and khard read
# them. Fails where the devices differ in the end. Not a part of `npm test`: it needs Python and the
# network. The account should be empty; the app password is of scope `dav`.
#
#   sh tests/dav/real-clients.sh http://localhost:3000 USER APP-PASSWORD
set -eu

url=${1:?usage: real-clients.sh URL USER APP-PASSWORD}
user=${2:?usage: real-clients.sh URL USER APP-PASSWORD}
password=${3:?usage: real-clients.sh URL USER APP-PASSWORD}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  vdirsyncer==0.21.0 khard==0.22.0 todoman==4.7.0
PATH="$folder/venv/bin:$PATH"
export HOME="$folder" LC_ALL=C.UTF-8

for device in a b; do
  mkdir -p "$folder/$device/status"
  cat >"$folder/$device/config" <<CONFIG
[general]
status_path = "$folder/$device/status/"

[pair tasks]
a = "local_tasks"
b = "remote_tasks"
collections = ["none"]
conflict_resolution = "b wins"
[storage local_tasks]
type = "filesystem"
path = "$folder/$device/tasks/"
fileext = ".ics"
[storage remote_tasks]
type = "caldav"
url = "$url/"
username = "$user"
password = "$password"
item_types = ["VTODO"]

[pair people]
a = "local_people"
b = "remote_people"
collections = ["contacts"]
conflict_resolution = "b wins"
[storage local_people]
type = "filesystem"
path = "$folder/$device/people/"
fileext = ".vcf"
[storage remote_people]
type = "carddav"
url = "$url/"
username = "$user"
password = "$password"
CONFIG
  yes | vdirsyncer -c "$folder/$device/config" discover >/dev/null 2>&1
done
sync() { vdirsyncer -c "$folder/$1/config" sync >>"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }; }

python3 - "$folder" <<'PYTHON'
import sys
for at in range(300):
    with open(f'{sys.argv[1]}/a/tasks/none/t{at}.ics', 'w', newline='') as file:
        file.write('\r\n'.join(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', 'BEGIN:VTODO',
            f'UID:t{at}', 'DTSTAMP:20261123T000000Z', f'SUMMARY:Task {at} ä\\, ö',
            'DUE;TZID=Europe/Berlin:20271123T080000', 'RRULE:FREQ=WEEKLY;BYDAY=TU,FR',
            'BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:x', 'TRIGGER:-PT15M', 'END:VALARM',
            'END:VTODO', 'END:VCALENDAR', '']))
    with open(f'{sys.argv[1]}/a/people/contacts/p{at}.vcf', 'w', newline='') as file:
        file.write('\r\n'.join(['BEGIN:VCARD', 'VERSION:3.0', f'UID:p{at}', f'FN:Ana {at}', f'N:{at};Ana;;;',
            f'EMAIL;TYPE=HOME:a{at}@example.org', f'EMAIL;TYPE=WORK:w{at}@example.org',
            'BDAY:1990-01-01', 'END:VCARD', '']))
PYTHON
sync a
sync b
diff -r "$folder/a/tasks" "$folder/b/tasks"
diff -r "$folder/a/people" "$folder/b/people"

# 500 changes: on b 200 edits and 80 deletions, on a 200 edits, of which 100 are of what b has edited,
# and 20 deletions. Who comes second takes what is there.
sed -i 's/^SUMMARY:.*/SUMMARY:Changed by b\r/' "$folder"/b/tasks/none/t1[0-9][0-9].ics
sed -i 's/^FN:Ana/FN:Anna/' "$folder"/b/people/contacts/p1[0-9][0-9].vcf
rm "$folder"/b/tasks/none/t2[0-4]?.ics "$folder"/b/people/contacts/p2[0-2]?.vcf
sed -i 's/^END:VTODO/STATUS:COMPLETED\r\nX-MINE:kept\r\nEND:VTODO/' "$folder"/a/tasks/none/t1[0-4]?.ics "$folder"/a/tasks/none/t5?.ics
sed -i 's/^BDAY/NOTE:kept\r\nBDAY/' "$folder"/a/people/contacts/p1[0-4]?.vcf "$folder"/a/people/contacts/p[1-9]?.vcf
rm "$folder"/a/tasks/none/t2[67]?.ics
for device in b a b a; do sync "$device"; done
diff -r "$folder/a/tasks" "$folder/b/tasks"
diff -r "$folder/a/people" "$folder/b/people"
[ "$(grep -l 'X-MINE:kept' "$folder"/b/tasks/none/*.ics | wc -l)" = 20 ] # and their next occurrences
[ "$(grep -l 'SUMMARY:Changed by b' "$folder"/a/tasks/none/*.ics | wc -l)" = 100 ]
[ "$(grep -l 'NOTE:kept' "$folder"/b/people/contacts/*.vcf | wc -l)" = 90 ]
[ "$(grep -l 'FN:Anna' "$folder"/a/people/contacts/*.vcf | wc -l)" = 100 ]

tasks=$(ls "$folder"/a/tasks/none/*.ics | wc -l)
people=$(ls "$folder"/a/people/contacts/*.vcf | wc -l)
printf 'path = "%s/a/tasks/*"\n' "$folder" >"$folder/todo.py"
listed=$(todo --config "$folder/todo.py" --porcelain list --status ANY | grep -o '"id"' | wc -l)
printf '[addressbooks]\n[[a]]\npath = %s/a/people/contacts\n[general]\neditor = true\nmerge_editor = true\n' "$folder" >"$folder/khard.conf"
named=$(khard -c "$folder/khard.conf" list --parsable | wc -l)
[ "$tasks" = 240 ] && [ "$people" = 270 ] && [ "$listed" = "$tasks" ] && [ "$named" = "$people" ] || {
  echo "tasks $tasks, of these todoman lists $listed; contacts $people, of these khard lists $named"
  exit 1
}
echo "two devices agree: $tasks tasks, $people contacts"
