#!/bin/sh
# Has vdirsyncer, khard and todoman (from PyPI, in a folder that goes again) read an export of
# Almanac, and fails if one of them complains or finds fewer contacts or tasks than there are.
# Not a part of `npm test`: it needs Python and the network.
#
#   sh tests/import/real-clients.sh almanac.zip
set -eu

export_zip=${1:?usage: real-clients.sh EXPORT.zip}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  vdirsyncer==0.21.0 khard==0.22.0 todoman==4.7.0
PATH="$folder/venv/bin:$PATH"
export HOME="$folder" LC_ALL=C.UTF-8

python3 - "$export_zip" "$folder" <<'PYTHON'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for name in ('contacts.vcf', 'tasks.ics'):
        archive.extract(name, sys.argv[2])
PYTHON
contacts=$(grep -c '^BEGIN:VCARD' "$folder/contacts.vcf") || true
tasks=$(grep -c '^BEGIN:VTODO' "$folder/tasks.ics") || true

# What a program says is shown, and is a failure.
quiet() {
  name=$1
  shift
  "$@" >"$folder/$name.out" 2>"$folder/$name.err" || { cat "$folder/$name.err"; return 1; }
  if [ -s "$folder/$name.err" ]; then
    echo "$name complains:"
    cat "$folder/$name.err"
    return 1
  fi
}

same() {
  echo "$1: $2 of $3"
  [ "$2" -eq "$3" ]
}

cat >"$folder/vdirsyncer.conf" <<CONF
[general]
status_path = "$folder/status"

[pair contacts]
a = "exported_contacts"
b = "read_contacts"
collections = null

[storage exported_contacts]
type = "singlefile"
path = "$folder/contacts.vcf"

[storage read_contacts]
type = "filesystem"
path = "$folder/contacts"
fileext = ".vcf"

[pair tasks]
a = "exported_tasks"
b = "read_tasks"
collections = null

[storage exported_tasks]
type = "singlefile"
path = "$folder/tasks.ics"

[storage read_tasks]
type = "filesystem"
path = "$folder/tasks"
fileext = ".ics"
CONF
mkdir "$folder/contacts" "$folder/tasks"
vdir="vdirsyncer --config $folder/vdirsyncer.conf --verbosity WARNING"
# shellcheck disable=SC2086 -- three words
quiet discover $vdir discover
# shellcheck disable=SC2086
quiet vdirsyncer $vdir sync
same 'vdirsyncer, contacts' "$(find "$folder/contacts" -name '*.vcf' | wc -l)" "$contacts"
same 'vdirsyncer, tasks' "$(find "$folder/tasks" -name '*.ics' | wc -l)" "$tasks"

cat >"$folder/khard.conf" <<CONF
[addressbooks]
[[exported]]
path = $folder/contacts
[general]
default_action = list
CONF
quiet khard khard --config "$folder/khard.conf" ls --parsable --fields uid
same khard "$(grep -c . "$folder/khard.out")" "$contacts"

cat >"$folder/todoman.py" <<CONF
path = "$folder/tasks"
date_format = "%Y-%m-%d"
default_list = "tasks"
cache_path = "$folder/todoman.sqlite3"
CONF
quiet todoman todo --config "$folder/todoman.py" --porcelain list --status ANY
same todoman "$(python3 -c 'import json, sys; print(len(json.load(sys.stdin)))' <"$folder/todoman.out")" "$tasks"
