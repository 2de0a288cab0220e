-- What a database's catalogue says about the product, a line for each thing, in an order that does not
-- depend on when anything was made. The place of a column in its table is left out.
with own as (
  select n.oid from pg_namespace as n where n.nspname in ('public', 'private')
), rights as (
  select o.class, o.oid, o.sub, string_agg(
    coalesce(nullif(a.grantee, 0)::regrole::text, 'public') || ' ' || a.privilege_type
      || case when a.is_grantable then ' with grant option' else '' end,
    ', ' order by a.grantee::regrole::text, a.privilege_type
  ) as granted
  from (
    select 'pg_class'::regclass as class, c.oid, 0 as sub,
      coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner)) as acl
    from pg_class as c where c.relnamespace in (select oid from own)
    union all
    select 'pg_class'::regclass, a.attrelid, a.attnum, a.attacl
    from pg_attribute as a where a.attacl is not null
    union all
    select 'pg_proc'::regclass, p.oid, 0, coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc as p
    union all
    select 'pg_type'::regclass, t.oid, 0, coalesce(t.typacl, acldefault('T', t.typowner)) from pg_type as t
    union all
    select 'pg_namespace'::regclass, n.oid, 0, coalesce(n.nspacl, acldefault('n', n.nspowner))
    from pg_namespace as n
  ) as o
  cross join lateral aclexplode(o.acl) as a
  group by o.class, o.oid, o.sub
), things as (
  select 'pg_namespace'::regclass as class, n.oid, 0 as sub, format('schema %I', n.nspname) as name, '' as definition
  from pg_namespace as n where n.oid in (select oid from own)
  union all
  select 'pg_type'::regclass, t.oid, 0, format('type %I.%I', n.nspname, t.typname),
    (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum as e where e.enumtypid = t.oid)
  from pg_type as t join pg_namespace as n on n.oid = t.typnamespace
  where n.oid in (select oid from own) and t.typtype = 'e'
  union all
  select 'pg_class'::regclass, c.oid, 0, format('relation %I.%I', n.nspname, c.relname),
    concat_ws(' ', c.relkind::text, c.relpersistence::text, c.relrowsecurity::text, c.relforcerowsecurity::text,
      c.reloptions::text, case c.relkind when 'v' then pg_get_viewdef(c.oid) when 'i' then pg_get_indexdef(c.oid) end)
  from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where n.oid in (select oid from own) and c.relkind <> 't'
  union all
  select 'pg_class'::regclass, c.oid, a.attnum, format('column %I.%I.%I', n.nspname, c.relname, a.attname),
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull::text, a.attidentity, a.attgenerated,
      a.attstorage, a.attcollation::regcollation::text, pg_get_expr(d.adbin, d.adrelid))
  from pg_attribute as a
  join pg_class as c on c.oid = a.attrelid
  join pg_namespace as n on n.oid = c.relnamespace
  left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.oid in (select oid from own) and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
  union all
  select 'pg_constraint'::regclass, k.oid, 0, format('constraint %I on %s', k.conname, k.conrelid::regclass),
    pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' not valid' end
  from pg_constraint as k where k.connamespace in (select oid from own) and k.contype <> 't'
  union all
  select 'pg_trigger'::regclass, t.oid, 0, format('trigger %I on %s', t.tgname, t.tgrelid::regclass),
    concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled::text)
  from pg_trigger as t where not t.tgisinternal
  union all
  select 'pg_policy'::regclass, p.oid, 0, format('policy %I on %s', p.polname, p.polrelid::regclass),
    concat_ws(' ', p.polcmd::text, p.polpermissive::text, p.polroles::regrole[]::text,
      pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy as p
  union all
  select 'pg_proc'::regclass, p.oid, 0, format('function %s', p.oid::regprocedure), pg_get_functiondef(p.oid)
  from pg_proc as p where p.pronamespace in (select oid from own) and p.prokind in ('f', 'p')
  union all
  select 'pg_default_acl'::regclass, d.oid, 0,
    format('defaults of %s in %s for %s', d.defaclrole::regrole, d.defaclnamespace::regnamespace, d.defaclobjtype),
    d.defaclacl::text
  from pg_default_acl as d
)
select t.name, t.definition, coalesce(r.granted, '') as granted,
  coalesce(case t.sub when 0 then obj_description(t.oid, t.class::name) else col_description(t.oid, t.sub) end, '') as comment
from things as t
left join rights as r on r.class = t.class and r.oid = t.oid and r.sub = t.sub
order by t.name;
