-- Files that stay with the provider until its webhook has been answered, and who writes in a group.

-- Who wrote a message that came through a group, as the provider names them.
alter table core.message add column sender_name text;

-- One row per file that is or was to be fetched. `ref` is the adapter's own; it is kept after the fetch so that an edit
-- of the caption does not fetch the same file again.
create table core.media_fetch (
  tenant_id uuid not null,
  message_id uuid not null,
  part integer not null,
  connection_id uuid not null,
  ref text not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'unavailable')),
  attempt integer not null default 0,
  -- While a node is fetching, this is when another one may try.
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, message_id, part),
  foreign key (tenant_id, message_id) references core.message (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connection_id) references core.connection (tenant_id, id)
);
create index media_fetch_due on core.media_fetch (connection_id, next_at) where state = 'queued';

alter table core.media_fetch enable row level security;
alter table core.media_fetch force row level security;
create policy tenant_wall on core.media_fetch using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.media_fetch to recado_app, recado_engine;

-- What few arrivals need beside core.inbound_batch, in the same statement and hence the same transaction: the author in
-- a group and the files to fetch. Null for a message that was stored before, and then nothing happens.
create function core.complete_arrival(p_tenant uuid, p_connection uuid, p_message uuid, p_sender text, p_refs text)
returns void language plpgsql security definer set search_path = core, pg_temp as $$
begin
  if p_message is null then return; end if;
  if p_sender is not null then
    update message m set sender_name = p_sender where m.tenant_id = p_tenant and m.id = p_message;
  end if;
  insert into media_fetch (tenant_id, message_id, part, connection_id, ref)
    select p_tenant, p_message, r.part, p_connection, r.ref from jsonb_to_recordset(p_refs::jsonb) as r (part integer, ref text);
end $$;

-- Takes up to p_limit files that are due on the given connections. The lease is the time after which another may try.
create function core.claim_media_fetches(p_connections uuid[], p_lease interval, p_limit integer)
returns table (tenant_id uuid, message_id uuid, part integer, connection_id uuid, ref text, attempt integer, content jsonb)
language sql security definer set search_path = core, pg_temp as $$
  with due as (
    select f.tenant_id, f.message_id, f.part from media_fetch f
     where f.connection_id = any (p_connections) and f.state = 'queued' and f.next_at <= now()
     order by f.next_at limit p_limit for update skip locked
  )
  update media_fetch f set attempt = f.attempt + 1, next_at = now() + p_lease
    from due where f.tenant_id = due.tenant_id and f.message_id = due.message_id and f.part = due.part
  returning f.tenant_id, f.message_id, f.part, f.connection_id, f.ref, f.attempt,
            (select m.parts -> f.part from message m where m.tenant_id = f.tenant_id and m.id = f.message_id)
$$;

grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array['core.complete_arrival(uuid,uuid,uuid,text,text)'::regprocedure, 'core.claim_media_fetches(uuid[],interval,integer)'::regprocedure] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
end $$;
revoke create on schema core from recado_engine;
