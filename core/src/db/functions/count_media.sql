-- owner: database; execute: app, engine
-- Counts what files take, by tenant and shard, so that files that come in at once do not wait for one row.
create or replace function core.count_media()
returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into core.media_use (tenant_id, shard, bytes)
  select c.tenant_id, pg_backend_pid() % 16, case tg_op when 'DELETE' then -sum(c.bytes) else sum(c.bytes) end
    from changed c group by c.tenant_id order by c.tenant_id
  on conflict (tenant_id, shard) do update set bytes = media_use.bytes + excluded.bytes;
  return null;
end $$;
