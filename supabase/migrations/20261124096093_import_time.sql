-- Thousands of rows take a slow machine longer than the 8 s of a person's request. PostgREST begins the
-- statement with the function's own time-out.

alter function public.commit_import(uuid, integer) set statement_timeout = '60s';
alter function public.undo_import(uuid) set statement_timeout = '60s';
