#!/bin/sh
# Python's `caldav` and khal against a running Almanac: lists, searches, changes, deletions and UIDs by
# the one, the read-only calendar of days by the other. caldav-server-tester's findings come last, for
# reading: it asks mostly for events, which Almanac has not. Not a part of `npm test`: it needs Python
# and the network. The account should be empty; the app password is of scope `dav`.
#
#   sh tests/dav/python-clients.sh http://localhost:3000 USER APP-PASSWORD
set -eu

export URL=${1:?usage: python-clients.sh URL USER APP-PASSWORD}
export DAV_USER=${2:?usage: python-clients.sh URL USER APP-PASSWORD}
export PASSWORD=${3:?usage: python-clients.sh URL USER APP-PASSWORD}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  caldav==3.6.0 caldav-server-tester==1.7.0 vdirsyncer==0.21.0 khal==0.14.0
PATH="$folder/venv/bin:$PATH"
export HOME="$folder" LC_ALL=C.UTF-8

python3 - <<'PYTHON'
import os
from datetime import date, datetime
import caldav
from caldav.lib import error

client = caldav.DAVClient(os.environ['URL'] + '/dav/', username=os.environ['DAV_USER'], password=os.environ['PASSWORD'])
made = client.principal().make_calendar(name='Probe', cal_id='a-name-that-is-no-uuid')
probe = next(one for one in client.principal().calendars() if one.get_display_name() == 'Probe')
assert probe.get_supported_components() == ['VTODO']
old = probe.save_todo(summary='Old one', due=date(1990, 1, 2), categories=['a', 'b'], uid='old')
new = probe.save_todo(summary='New one', dtstart=datetime(2026, 11, 20, 8), due=datetime(2026, 11, 24, 8), uid='new')
again = probe.save_todo(summary='Again', dtstart=date(2026, 1, 1), due=date(2026, 1, 2), rrule={'FREQ': 'MONTHLY'}, uid='again')

def found(**asked):
    return [str(one.icalendar_component['summary']) for one in probe.search(todo=True, **asked)]

assert found(start=datetime(1989, 1, 1), end=datetime(1991, 1, 1), include_completed=True) == ['Old one']
assert found(start=datetime(2026, 11, 1), end=datetime(2026, 12, 1)) == ['New one', 'Again']
assert found(summary='New') == ['New one'] and found(category='b') == ['Old one'] and found(uid='again') == ['Again']
old.complete()
assert found() == ['New one', 'Again'], found()
assert [str(one.icalendar_component['status']) for one in made.todos(include_completed=True)].count('COMPLETED') == 1
known = probe.get_objects_by_sync_token()
new.icalendar_component['summary'] = 'Changed'
new.save()
changed, gone = known.sync()
assert [one.icalendar_component['summary'] for one in changed] == ['Changed'] and not list(gone)
new.delete()
changed, gone = known.sync()
assert len(list(gone)) == 1, (list(changed), list(gone))
again.complete(handle_rrule=True)
refused = client.put(str(probe.url) + 'other.ics', again.data, {'Content-Type': 'text/calendar'})
assert refused.status == 409 and 'no-uid-conflict' in str(refused.raw), refused.raw
try:
    probe.save_event(summary='x', dtstart=datetime(2026, 1, 1), dtend=datetime(2026, 1, 2))
    raise AssertionError('an event was taken')
except error.AuthorizationError:
    pass
tasks = next(one for one in client.principal().calendars() if one.get_display_name() == 'Tasks')
tasks.save_todo(summary='Tulips, red; blue', due=date(2026, 11, 24), description='one\ntwo')
print('caldav: fine')
PYTHON

cat >"$folder/vdirsyncer" <<CONFIG
[general]
status_path = "$folder/status/"
[pair due]
a = "local"
b = "remote"
collections = ["due"]
[storage local]
type = "filesystem"
path = "$folder/calendars/"
fileext = ".ics"
[storage remote]
type = "caldav"
url = "$URL/"
username = "$DAV_USER"
password = "$PASSWORD"
item_types = ["VEVENT"]
read_only = true
CONFIG
cat >"$folder/khal" <<CONFIG
[calendars]
[[due]]
path = $folder/calendars/due
readonly = True
[locale]
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
CONFIG
yes | vdirsyncer -c "$folder/vdirsyncer" discover >/dev/null 2>&1
vdirsyncer -c "$folder/vdirsyncer" sync >/dev/null 2>&1
khal -c "$folder/khal" list 2026-11-24 1d >"$folder/listed"
grep -q 'Tulips, red; blue' "$folder/listed" || { cat "$folder/listed"; exit 1; }
echo 'khal: fine'

caldav-server-tester --format text --caldav-url "$URL/dav/" --caldav-username "$DAV_USER" \
  --caldav-password "$PASSWORD" --caldav-calendar Tasks || true
