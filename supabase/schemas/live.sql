-- Who receives the messages. There is no policy for insert: nobody but the database itself sends.

create policy "Users receive changes to what is theirs"
on realtime.messages for select to authenticated
using (extension = 'broadcast' and topic = 'user:' || (select auth.uid()));

create policy "Administrators receive changes to users"
on realtime.messages for select to authenticated
using (extension = 'broadcast' and topic = 'admin' and (select private.is_admin()));

create policy "Programs receive nothing"
on realtime.messages as restrictive for select to authenticated
using ((select private.session_may()));
