-- Topics are received, not heard. Dropped and created again, since on Supabase the table belongs to another
-- role, which lets these migrations do both but not rename a policy.

drop policy "Users hear of changes to what is theirs" on realtime.messages;
drop policy "Administrators hear of changes to users" on realtime.messages;
drop policy "Programs hear nothing" on realtime.messages;

create policy "Users receive changes to what is theirs"
on realtime.messages for select to authenticated
using (extension = 'broadcast' and topic = 'user:' || (select auth.uid()));

create policy "Administrators receive changes to users"
on realtime.messages for select to authenticated
using (extension = 'broadcast' and topic = 'admin' and (select private.is_admin()));

create policy "Programs receive nothing"
on realtime.messages as restrictive for select to authenticated
using ((select private.session_may()));

comment on column public.tasks.deleted_at is
  'When it was deleted; null while it is there; 1970 where it was deleted for good and only its uid is kept, so that every device learns of it.';

comment on function private.erase(text, uuid) is
  'Empties a row in the trash, a folder with what went with it. Its uid stays, so that every device learns of it.';

comment on function private.purge_deleted(uuid, timestamptz, boolean) is
  'Removes some of what somebody deleted before that, or of what was deleted for good before that, remembers up to which revision it was, and answers how many rows; several calls finish it. Their requests call it: there is no job, since whoever stays away has no device to learn of it.';
