-- functions: held_media
-- Before plugins could let files go (decision 271), a file that a plugin had stopped naming was kept for ever: the
-- sweep of uploads had looked at it while it was still held. It looks once more at files that neither core nor any
-- table of any plugin names, also of plugins that do not run now; it asks all of them again a day later (decision 284).
do $$
declare
  company record;
  place record;
  id_form constant text := '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
begin
  create temporary table unnamed_file on commit drop as
  select m.tenant_id, m.id from core.media m
   where m.created_at < now() - interval '1 day'
     and not exists (select 1 from core.upload u where u.tenant_id = m.tenant_id and u.media_id = m.id);
  for company in
    select p.tenant_id, array_agg(p.id) as media
      from (select u.tenant_id, u.id, row_number() over (partition by u.tenant_id order by u.id) / 5000 as part
              from unnamed_file u) p
     group by p.tenant_id, p.part
  loop
    delete from unnamed_file u using core.held_media(company.tenant_id, company.media) h
     where u.tenant_id = company.tenant_id and u.id = h.media_id;
  end loop;
  for place in
    select n.nspname, c.relname, a.attname, t.typname
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
      join pg_namespace n on n.oid = c.relnamespace and n.nspname like 'plg\_%'
      join pg_type t on t.oid = a.atttypid
        and t.typname in ('uuid', '_uuid', 'text', '_text', 'varchar', 'json', 'jsonb')
     where a.attnum > 0 and not a.attisdropped
  loop
    exit when not exists (select 1 from unnamed_file);
    if place.typname = 'uuid' then
      execute format('delete from unnamed_file u using %I.%I t where u.id = t.%I',
        place.nspname, place.relname, place.attname);
    else
      execute format('delete from unnamed_file u
                       using %I.%I t cross join lateral regexp_matches(t.%I::text, %L, ''g'') f
                       where t.%I::text ~ %L and u.id = f[1]::uuid',
        place.nspname, place.relname, place.attname, id_form, place.attname, id_form);
    end if;
  end loop;
  insert into core.upload (tenant_id, media_id) select u.tenant_id, u.id from unnamed_file u on conflict do nothing;
end $$;
