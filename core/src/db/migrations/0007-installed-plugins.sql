-- Plugins that were installed while the product runs, and who may install them.

-- What belongs to the installation and to no company stands in a schema of its own: here no table has a tenant.
create schema installation;

-- One row per plugin that was ever installed. A removed one keeps its row while its data stays, so that what comes back
-- under its id is compared with the publisher of before.
create table installation.plugin (
  id text primary key,
  version text not null,
  -- SHA-256 of the archive, hex.
  hash text not null,
  -- The archive itself, at most 20 MB: every node and a restored backup unpack it. Null once it was removed.
  archive bytea,
  manifest jsonb not null,
  manifest_hash text not null,
  -- Raw Ed25519 key of who signed it, base64; null for an unsigned one.
  publisher_key text,
  installed_by uuid not null,
  installed_by_name text not null,
  installed_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((removed_at is null) = (archive is not null))
);

create table installation.publisher (
  fingerprint text primary key,
  name text not null,
  public_key text not null,
  added_by uuid not null,
  added_by_name text not null,
  added_at timestamptz not null default now()
);

-- Archives that were looked at and not installed yet.
create table installation.inspection (
  id uuid primary key,
  plugin text not null,
  hash text not null,
  archive bytea not null,
  -- What was installed under the id when it was inspected.
  installed_hash text,
  made_by uuid not null,
  expires_at timestamptz not null
);

grant usage on schema installation to recado_app;
grant select, insert, update, delete on all tables in schema installation to recado_app;

-- Active connections of a plugin in all companies, so that nothing is removed under a company's feet.
create function core.connections_of_plugin(p_plugin text, p_limit integer) returns table (tenant text, connection text)
language sql stable security definer set search_path = core, pg_temp as $$
  select t.name, c.name from connection c join tenant t on t.id = c.tenant_id
   where c.plugin = p_plugin and c.deleted_at is null and c.is_active and t.status = 'active'
   order by t.name, c.name limit p_limit
$$;

-- Switches a removed plugin off for every company, so that whatever comes back under its id starts switched off. With
-- p_erase the companies' settings and secrets of it go too.
create function core.retire_plugin(p_plugin text, p_erase boolean) returns void
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  if p_erase then
    delete from plugin_enablement e where e.plugin = p_plugin;
    delete from secret s where s.owner = p_plugin;
  else
    update plugin_enablement e set enabled = false, updated_at = now() where e.plugin = p_plugin and e.enabled;
  end if;
end $$;

-- As before, and whether the user is a master of the installation.
drop function core.find_sessions(uuid[], integer);
create function core.find_sessions(p_ids uuid[], p_idle_seconds integer)
  returns table (
    session_id uuid, tenant_id uuid, user_id uuid, over boolean, end_reason text, active boolean,
    name text, profile text, is_master boolean, locale text, queue_ids uuid[])
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.tenant_id, s.user_id,
           s.ended_at is not null or s.expires_at <= now() or s.last_seen_at <= now() - make_interval(secs => p_idle_seconds),
           s.end_reason, u.is_active and t.status = 'active',
           u.name, u.profile, u.is_master, coalesce(u.configs ->> 'locale', t.locale),
           array(select q.queue_id from core.user_queue q where q.tenant_id = s.tenant_id and q.user_id = s.user_id)
      from core.session s
      join core.user_account u on u.tenant_id = s.tenant_id and u.id = s.user_id
      join core.tenant t on t.id = s.tenant_id
     where s.id = any (p_ids)
  $$;

grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array['core.connections_of_plugin(text,integer)'::regprocedure, 'core.retire_plugin(text,boolean)'::regprocedure, 'core.find_sessions(uuid[],integer)'::regprocedure] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
end $$;
revoke create on schema core from recado_engine;
