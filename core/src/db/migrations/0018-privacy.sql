-- What was done, written down so that nobody changes it unseen; and what people may ask of what is kept of them.

-- Entries are added and read. Nobody of the server changes or removes one.
revoke update, delete on core.audit_log from recado_app, recado_engine;
create index audit_log_user on core.audit_log (tenant_id, user_id, at, id);
create index audit_log_action on core.audit_log (tenant_id, action, at, id);
create index audit_log_subject on core.audit_log (tenant_id, subject, at, id);

-- Entries that no seal covers yet, and which login role wrote them. Transactions commit in another order than they
-- began: an entry is found here as soon as it is visible, whatever its time says.
create table core.audit_pending (
  tenant_id uuid not null,
  entry_id uuid not null,
  writer text not null,
  primary key (tenant_id, entry_id)
);
-- A chain per company: each seal covers the one before it and some entries, under a key that is in no table.
create table core.audit_seal (
  tenant_id uuid not null,
  number bigint not null check (number > 0),
  previous bytea,
  entries integer not null check (entries > 0),
  digest bytea not null,
  mac bytea not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, number)
);
-- Which entries a seal covers, in which order, and what they held.
create table core.audit_sealed (
  tenant_id uuid not null,
  entry_id uuid not null,
  number bigint not null,
  place integer not null,
  digest bytea not null,
  primary key (tenant_id, entry_id),
  unique (tenant_id, number, place)
);
-- The newest seal of a company, so that a chain whose end was cut off is not taken for whole.
create table core.audit_head (
  tenant_id uuid primary key,
  number bigint not null,
  mac bytea not null
);

-- The row stays as a shell without a person, so that tickets keep their places in the statistics.
alter table core.contact add column erased_at timestamptz;

create table core.privacy_request (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  kind text not null check (kind in ('export', 'erasure')),
  contact_id uuid not null,
  -- Of an erasure. A choice and no text: what is written about an erased person would have to be erased too.
  reason text check (reason in ('request', 'consent', 'purpose', 'unlawful', 'other')),
  requested_by uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'expired')),
  progress real not null default 0,
  -- How much of what was exported or erased: numbers alone.
  receipt jsonb not null default '{}',
  -- Plugins that could not do their part yet; of a finished export, whose part is missing.
  waiting_for text[] not null default '{}',
  -- By what the person was known, sealed, while plugins still have to be told.
  footprint bytea,
  attempt integer not null default 0,
  bytes bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id),
  check ((kind = 'erasure') = (reason is not null))
);
create index privacy_request_list on core.privacy_request (tenant_id, created_at, id);
create index privacy_request_contact on core.privacy_request (tenant_id, contact_id, created_at);
create unique index privacy_request_erasing on core.privacy_request (tenant_id, contact_id) where kind = 'erasure' and state = 'running';

-- Files of erased messages that still lie in the store.
create table core.erased_media (
  tenant_id uuid not null,
  request_id uuid not null,
  media_id uuid not null,
  primary key (tenant_id, request_id, media_id),
  foreign key (tenant_id, request_id) references core.privacy_request (tenant_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['core.audit_pending', 'core.audit_seal', 'core.audit_sealed', 'core.audit_head', 'core.privacy_request', 'core.erased_media'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy tenant_wall on %s using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()))', t);
  end loop;
end $$;
grant select, delete on core.audit_pending to recado_app;
grant select, insert on core.audit_pending to recado_engine;
grant select, insert on core.audit_seal, core.audit_sealed to recado_app;
grant select, insert, update on core.audit_head to recado_app;
grant select, insert, update, delete on core.privacy_request, core.erased_media to recado_app;

create function core.await_seal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into core.audit_pending (tenant_id, entry_id, writer) values (new.tenant_id, new.id, session_user);
  return null;
end $$;

-- Companies with entries to seal. Only what the server itself wrote is ever sealed.
create function core.companies_to_seal(p_limit integer) returns table (tenant_id uuid) language sql stable security definer set search_path = '' as $$
  select distinct p.tenant_id from core.audit_pending p where p.writer = 'recado_app' limit p_limit
$$;

-- The files that parts of a message hold: attachments, letters with their pictures, headers of templates.
create function core.media_of(p_parts jsonb) returns uuid[] language sql immutable parallel safe set search_path = '' as $$
  select array(
    select (m #>> '{}')::uuid from (
      select jsonb_path_query(p_parts, '$[*].media') as m
      union all select jsonb_path_query(p_parts, '$[*].inline[*]')
      union all select jsonb_path_query(p_parts, '$[*].header')) held)
$$;
create index message_media on core.message using gin (core.media_of(parts)) where jsonb_path_exists(parts, '$[*] ? (exists (@.media) || exists (@.header))');

-- Which of these files a message still holds. Under row-level security the index above could not be used.
create function core.held_media(p_tenant uuid, p_media uuid[]) returns table (media_id uuid) language sql stable security definer set search_path = '' as $$
  select h.id from unnest(p_media) h (id)
   where exists (
     select 1 from core.message m where m.tenant_id = p_tenant and core.media_of(m.parts) @> array[h.id]
        and jsonb_path_exists(m.parts, '$[*] ? (exists (@.media) || exists (@.header))'))
$$;

-- The history of merges goes with the person; the server itself may only read it.
create function core.forget_merges(p_tenant uuid, p_contacts uuid[]) returns integer language plpgsql security definer set search_path = '' as $$
declare v_gone integer;
begin
  delete from core.contact_merge m where m.tenant_id = p_tenant and (m.from_id = any (p_contacts) or m.into_id = any (p_contacts));
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array['core.companies_to_seal(integer)'::regprocedure, 'core.held_media(uuid,uuid[])'::regprocedure, 'core.forget_merges(uuid,uuid[])'::regprocedure] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
end $$;
alter function core.await_seal() owner to recado_engine;
revoke all on function core.await_seal() from public;
revoke create on schema core from recado_engine;
create trigger audit_awaits_seal after insert on core.audit_log for each row execute function core.await_seal();

-- What was written before there were seals is sealed as it is found.
insert into core.audit_pending (tenant_id, entry_id, writer) select tenant_id, id, 'recado_app' from core.audit_log;
