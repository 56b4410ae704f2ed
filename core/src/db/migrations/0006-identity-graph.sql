-- One person over several channels is one contact. Contacts are joined when verified identities of them turn up in one
-- event, or by hand; every joining can be undone. Locks are always taken in this order, so that nobody waits in a circle:
-- merges of the tenant, identities by key, contacts by id, tickets by id.

-- A group chat has a contact of its own, which is nobody and is never merged.
alter table core.contact add column is_group boolean not null default false;
create index contact_merged on core.contact (tenant_id, merged_into) where merged_into is not null;
-- Who else gave the same number or address.
create index contact_number on core.contact (tenant_id, number) where number is not null;
create index contact_email on core.contact (tenant_id, email) where email is not null;

-- The contact to which an identity or a ticket belonged before all merges; null while it belongs there still. It says
-- what goes back when a merge is undone, and keeps the conversations of two merged contacts apart, each with its address.
alter table core.contact_identity add column origin_id uuid;
alter table core.ticket add column origin_id uuid;
drop index core.ticket_live;
-- One live conversation per former contact and connection; two webhooks at once cannot open two.
create unique index ticket_live on core.ticket (tenant_id, (coalesce(origin_id, contact_id)), connection_id) where status <> 'closed';

-- One row per merge: `from_id` became part of `into_id`. `origins` are all contacts that `from_id` stood for, `gave_*` is
-- what the survivor lacked and was given.
create table core.contact_merge (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  from_id uuid not null,
  into_id uuid not null,
  origins uuid[] not null,
  automatic boolean not null,
  user_id uuid,
  identities integer not null default 0,
  tickets integer not null default 0,
  gave_fields jsonb not null default '{}',
  gave_extra jsonb not null default '[]',
  gave_tags uuid[] not null default '{}',
  merged_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by uuid,
  primary key (id),
  foreign key (tenant_id, from_id) references core.contact (tenant_id, id),
  foreign key (tenant_id, into_id) references core.contact (tenant_id, id)
);
create index contact_merge_into on core.contact_merge (tenant_id, into_id, merged_at, id);
create index contact_merge_from on core.contact_merge (tenant_id, from_id);
-- Of one contact there is at most one merge that holds.
create unique index contact_merge_holding on core.contact_merge (tenant_id, from_id) where undone_at is null;

alter table core.contact_merge enable row level security;
alter table core.contact_merge force row level security;
create policy tenant_wall on core.contact_merge using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
-- Written by the functions below alone.
grant select on core.contact_merge to recado_app;
grant select, insert, update, delete on core.contact_merge to recado_engine;

-- A Brazilian mobile number (+55, area, first digit 6 to 9) as it is written since the ninth digit; anything else as it
-- is. The same rule as canonicalPhone in core/src/contacts/phone.ts.
create function core.with_ninth_digit(p_phone text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(p_phone, '^\+55([1-9]\d)([6-9]\d{7})$', '+55\19\2') $$;

-- The contact that stands for a person now: the one asked for, or the survivor of its merges.
create function core.surviving_contact(p_tenant uuid, p_contact uuid) returns uuid language sql stable set search_path = core, pg_temp as $$
  with recursive way as (
    select c.id, c.merged_into from contact c where c.tenant_id = p_tenant and c.id = p_contact
    union all select c.id, c.merged_into from contact c join way on c.tenant_id = p_tenant and c.id = way.merged_into
  ) select id from way where merged_into is null
$$;

-- Somebody undid a merge of these two: they are not joined by themselves again.
create function core.kept_apart(p_tenant uuid, p_one uuid, p_other uuid) returns boolean language sql stable set search_path = core, pg_temp as $$
  select exists (select 1 from contact_merge m where m.tenant_id = p_tenant and m.undone_at is not null
                    and ((m.from_id = p_one and m.into_id = p_other) or (m.from_id = p_other and m.into_id = p_one)))
$$;

-- Whoever merges or undoes in a tenant does so alone: merges are rare, and chains of them would lock each other out.
create function core.lock_merges(p_tenant uuid) returns void language sql volatile
  as $$ select pg_advisory_xact_lock(hashtextextended(p_tenant::text || ' merges', 0)) $$;

-- Serialises who first sees an identity. All that a transaction needs are taken at once and in one order.
create function core.lock_identities(p_tenant uuid[], p_kind text[], p_value text[]) returns void language plpgsql volatile set search_path = core, pg_temp as $$
declare lock_key bigint;
begin
  for lock_key in select distinct hashtextextended(u.tenant::text || u.kind || u.value, 0) from unnest(p_tenant, p_kind, p_value) u (tenant, kind, value) order by 1 loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
end $$;

-- Gives the survivor of a merge what it lacks of the other contact, and writes down what that was.
create function core.give_to_survivor(p_tenant uuid, p_merge uuid) returns void language plpgsql set search_path = core, pg_temp as $$
declare m record; other record; survivor record; fields jsonb; extra jsonb; tags uuid[];
begin
  select from_id, into_id into m from contact_merge where tenant_id = p_tenant and id = p_merge;
  select * into other from contact c where c.tenant_id = p_tenant and c.id = m.from_id;
  select * into survivor from contact c where c.tenant_id = p_tenant and c.id = m.into_id;
  fields := jsonb_strip_nulls(jsonb_build_object(
    'number', case when survivor.number is null then other.number end, 'email', case when survivor.email is null then other.email end,
    'profilePicUrl', case when survivor.profile_pic_url is null then other.profile_pic_url end));
  select coalesce(jsonb_agg(e.entry), '[]') into extra from jsonb_array_elements(other.extra_info) e (entry)
   where not exists (select 1 from jsonb_array_elements(survivor.extra_info) s (entry) where s.entry ->> 'name' = e.entry ->> 'name');
  with given as (
    insert into contact_tag (tenant_id, contact_id, tag_id) select p_tenant, m.into_id, t.tag_id from contact_tag t where t.tenant_id = p_tenant and t.contact_id = m.from_id
    on conflict do nothing returning tag_id
  ) select coalesce(array_agg(tag_id), '{}') into tags from given;
  update contact set number = coalesce(number, other.number), email = coalesce(email, other.email), profile_pic_url = coalesce(profile_pic_url, other.profile_pic_url),
         extra_info = extra_info || extra, updated_at = now()
   where tenant_id = p_tenant and id = m.into_id;
  update contact_merge set gave_fields = gave_fields || fields, gave_extra = gave_extra || extra, gave_tags = gave_tags || tags where tenant_id = p_tenant and id = p_merge;
end $$;

-- Makes one contact of two. Whoever calls holds lock_merges and the rows of both contacts and of the first one's tickets,
-- and has seen that both are people who were not merged before. Messages follow their tickets.
create function core.join_contacts(p_tenant uuid, p_from uuid, p_into uuid, p_automatic boolean, p_user uuid) returns uuid language plpgsql set search_path = core, pg_temp as $$
declare merge_id uuid := uuidv7(); moved_identities integer; moved_tickets integer;
begin
  update contact_identity set origin_id = coalesce(origin_id, contact_id), contact_id = p_into where tenant_id = p_tenant and contact_id = p_from;
  get diagnostics moved_identities = row_count;
  update ticket set origin_id = coalesce(origin_id, contact_id), contact_id = p_into where tenant_id = p_tenant and contact_id = p_from;
  get diagnostics moved_tickets = row_count;
  insert into contact_merge (id, tenant_id, from_id, into_id, origins, automatic, user_id, identities, tickets)
    with recursive stood_for as (
      select p_from as id union all select c.id from contact c join stood_for s on c.tenant_id = p_tenant and c.merged_into = s.id
    ) select merge_id, p_tenant, p_from, p_into, array_agg(s.id), p_automatic, p_user, moved_identities, moved_tickets from stood_for s;
  update contact set merged_into = p_into, updated_at = now() where tenant_id = p_tenant and id = p_from;
  perform give_to_survivor(p_tenant, merge_id);
  insert into bus.outbox (event_id, tenant_id, name, key, data)
    values (gen_random_uuid(), p_tenant, 'contact.merged.v1', p_into::text, jsonb_build_object('from', p_from, 'into', p_into));
  return merge_id;
end $$;

-- Makes one contact of all those to whom these verified identities belong; the oldest survives. Groups stay, and so do
-- two that somebody set apart again.
create function core.settle_identities(p_tenant uuid, p_kind text[], p_value text[]) returns table (from_id uuid, into_id uuid)
language plpgsql security definer set search_path = core, pg_temp as $$
declare people uuid[]; survivors uuid[] := '{}'; person uuid; survivor uuid;
begin
  perform lock_merges(p_tenant);
  perform lock_identities(array_fill(p_tenant, array[cardinality(p_kind)]), p_kind, p_value);
  select array_agg(c.id order by c.created_at, c.id) into people from contact c
   where c.tenant_id = p_tenant and not c.is_group and c.id in (
     select i.contact_id from unnest(p_kind, p_value) u (kind, value) join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value and i.verified);
  if coalesce(cardinality(people), 0) < 2 then return; end if;
  perform 1 from contact c where c.tenant_id = p_tenant and c.id = any (people) order by c.id for no key update;
  perform 1 from ticket t where t.tenant_id = p_tenant and t.contact_id = any (people) order by t.id for update;
  foreach person in array people loop
    into_id := null;
    foreach survivor in array survivors loop
      if not kept_apart(p_tenant, person, survivor) then into_id := survivor; exit; end if;
    end loop;
    if into_id is null then survivors := survivors || person; continue; end if;
    perform join_contacts(p_tenant, person, into_id, true, null);
    from_id := person;
    return next;
  end loop;
end $$;

-- A merge by hand. Answers the merge, or why not: `missing`, `same`, `group`. Ids of contacts that were merged before
-- stand for their survivors.
create function core.merge_contacts(p_tenant uuid, p_from uuid, p_into uuid, p_user uuid, out merge_id uuid, out from_id uuid, out into_id uuid, out refused text)
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  if p_tenant is distinct from current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  perform lock_merges(p_tenant);
  from_id := surviving_contact(p_tenant, p_from);
  into_id := surviving_contact(p_tenant, p_into);
  if from_id is null or into_id is null then refused := 'missing'; return; end if;
  if from_id = into_id then refused := 'same'; return; end if;
  perform 1 from contact c where c.tenant_id = p_tenant and c.id in (merge_contacts.from_id, merge_contacts.into_id) order by c.id for no key update;
  if exists (select 1 from contact c where c.tenant_id = p_tenant and c.id in (merge_contacts.from_id, merge_contacts.into_id) and c.is_group) then refused := 'group'; return; end if;
  perform 1 from ticket t where t.tenant_id = p_tenant and t.contact_id = merge_contacts.from_id order by t.id for update;
  merge_id := join_contacts(p_tenant, from_id, into_id, false, p_user);
end $$;

-- Undoes a merge: what came from the other contact, before or since, goes back to it; what the survivor was given is
-- taken back where it is still what was given. Answers why not: `missing`, `undone`, `merged` (the survivor is part of
-- another contact by now; that merge has to be undone first).
create function core.undo_merge(p_tenant uuid, p_merge uuid, p_user uuid, out from_id uuid, out into_id uuid, out refused text)
language plpgsql security definer set search_path = core, pg_temp as $$
declare m record; later uuid;
begin
  if p_tenant is distinct from current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  perform lock_merges(p_tenant);
  select * into m from contact_merge where tenant_id = p_tenant and id = p_merge;
  if not found then refused := 'missing'; return; end if;
  from_id := m.from_id;
  into_id := m.into_id;
  if m.undone_at is not null then refused := 'undone'; return; end if;
  perform 1 from contact c where c.tenant_id = p_tenant and c.id in (m.from_id, m.into_id) order by c.id for no key update;
  if exists (select 1 from contact c where c.tenant_id = p_tenant and c.id = m.into_id and c.merged_into is not null) then refused := 'merged'; return; end if;
  perform 1 from ticket t where t.tenant_id = p_tenant and t.contact_id = m.into_id and t.origin_id = any (m.origins) order by t.id for update;

  update contact_identity i set contact_id = m.from_id, origin_id = nullif(i.origin_id, m.from_id) where i.tenant_id = p_tenant and i.contact_id = m.into_id and i.origin_id = any (m.origins);
  update ticket t set contact_id = m.from_id, origin_id = nullif(t.origin_id, m.from_id) where t.tenant_id = p_tenant and t.contact_id = m.into_id and t.origin_id = any (m.origins);
  update contact c set merged_into = null, updated_at = now() where c.tenant_id = p_tenant and c.id = m.from_id;
  update contact c set
         number = case when c.number = m.gave_fields ->> 'number' then null else c.number end,
         email = case when c.email = m.gave_fields ->> 'email' then null else c.email end,
         profile_pic_url = case when c.profile_pic_url = m.gave_fields ->> 'profilePicUrl' then null else c.profile_pic_url end,
         extra_info = (select coalesce(jsonb_agg(e.entry order by e.ord), '[]') from jsonb_array_elements(c.extra_info) with ordinality e (entry, ord) where not m.gave_extra @> jsonb_build_array(e.entry)),
         updated_at = now()
   where c.tenant_id = p_tenant and c.id = m.into_id;
  delete from contact_tag t where t.tenant_id = p_tenant and t.contact_id = m.into_id and t.tag_id = any (m.gave_tags);
  update contact_merge set undone_at = clock_timestamp(), undone_by = p_user where tenant_id = p_tenant and id = p_merge;
  -- What is gone now may be what another contact would have given.
  for later in select o.id from contact_merge o where o.tenant_id = p_tenant and o.into_id = m.into_id and o.undone_at is null order by o.merged_at, o.id loop
    perform give_to_survivor(p_tenant, later);
  end loop;
  insert into bus.outbox (event_id, tenant_id, name, key, data)
    values (gen_random_uuid(), p_tenant, 'contact.unmerged.v1', m.into_id::text, jsonb_build_object('from', m.from_id, 'into', m.into_id));
end $$;

drop function core.inbound_batch(uuid[],uuid[],text[],text[],text[],text[],text[],text[],boolean[],text[],boolean[],text[],text[],text[],text[],boolean[],boolean[],text[],text[],integer[],uuid[],uuid[],uuid[]);
drop function core.open_ticket(uuid,uuid,uuid,text,text,text,integer,uuid,boolean);
drop function core.identify(uuid,text,text,text,text,text,boolean,uuid);

-- The contact behind an identity, made when nobody has it. Claims are other verified identities of the same person, the
-- strongest first; a known one finds the contact, the others join it. Whoever calls holds the locks of all these identities
-- and of the contacts in p_held. Nothing is written when `outcome` is `again` (the contact was merged or set apart in this
-- moment) or `conflict` (the identities belong to several people, who have to become one first).
create function core.identify(p_tenant uuid, p_kind text, p_value text, p_name text, p_phone text, p_email text, p_group boolean, p_claim_kind text[], p_claim_value text[],
  p_contact uuid, p_held uuid[], p_final boolean, out contact uuid, out origin uuid, out outcome text)
language plpgsql security definer set search_path = core, pg_temp as $$
declare nobody boolean := p_group;
begin
  select i.contact_id, coalesce(i.origin_id, i.contact_id), c.is_group into contact, origin, nobody
    from contact_identity i join core.contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id where i.tenant_id = p_tenant and i.kind = p_kind and i.value = p_value;
  if contact is null then
    nobody := p_group;
    select i.contact_id, coalesce(i.origin_id, i.contact_id) into contact, origin
      from unnest(p_claim_kind, p_claim_value) with ordinality u (kind, value, ord)
      join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value and i.verified
      join core.contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id and not c.is_group
     order by u.ord limit 1;
  end if;
  if contact is not null then
    if not contact = any (p_held) then outcome := 'again'; return; end if;
    if not p_final and not nobody and exists (
      select 1 from unnest(p_claim_kind, p_claim_value) u (kind, value)
        join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value and i.verified and i.contact_id <> contact
        join core.contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id and not c.is_group
       where not kept_apart(p_tenant, contact, i.contact_id)) then outcome := 'conflict'; return; end if;
  else
    contact := p_contact;
    origin := p_contact;
    insert into core.contact (id, tenant_id, name, number, email, is_group) values (contact, p_tenant, p_name, p_phone, p_email, p_group);
    insert into bus.outbox (event_id, tenant_id, name, key, data)
      values (gen_random_uuid(), p_tenant, 'contact.created.v1', contact::text, jsonb_build_object('contactId', contact));
  end if;
  insert into contact_identity (tenant_id, kind, value, contact_id, origin_id, verified) values (p_tenant, p_kind, p_value, contact, nullif(origin, contact), true) on conflict do nothing;
  if not nobody then
    insert into contact_identity (tenant_id, kind, value, contact_id, origin_id, verified)
      select p_tenant, u.kind, u.value, contact, nullif(origin, contact), true from unnest(p_claim_kind, p_claim_value) u (kind, value) on conflict do nothing;
  end if;
end $$;

-- The ticket a message belongs to when its sender has no live one: the last closed one while reopening is blocked, the
-- same one reopened to pending after that, or a new one (decision 50). Whoever calls holds the contact.
create function core.open_ticket(p_tenant uuid, p_contact uuid, p_origin uuid, p_connection uuid, p_channel text, p_chat text, p_protocol text, p_block_minutes integer, p_ticket uuid, p_group boolean,
  out ticket_id uuid, out outcome text) language plpgsql security definer set search_path = core, pg_temp as $$
declare last_closed record;
begin
  select t.id into ticket_id from ticket t where t.tenant_id = p_tenant and coalesce(t.origin_id, t.contact_id) = p_origin and t.connection_id = p_connection and t.status <> 'closed';
  if found then outcome := 'live'; return; end if;
  select t.id, t.closed_at, t.queue_id into last_closed from ticket t
    where t.tenant_id = p_tenant and t.contact_id = p_contact and coalesce(t.origin_id, t.contact_id) = p_origin and t.connection_id = p_connection and t.status = 'closed'
    order by t.updated_at desc, t.id desc limit 1;
  if found then
    ticket_id := last_closed.id;
    if p_block_minutes > 0 and last_closed.closed_at > now() - make_interval(mins => p_block_minutes) then outcome := 'kept'; return; end if;
    update ticket t set status = case when p_group then 'group' else 'pending' end, user_id = null, closed_at = null, started_at = null, chat = p_chat
      where t.tenant_id = p_tenant and t.id = ticket_id and t.status = 'closed';
    -- An agent may have reopened it in this moment.
    if not found then outcome := 'live'; return; end if;
    outcome := 'reopened';
    insert into ticket_log (id, tenant_id, ticket_id, type, queue_id) values (gen_random_uuid(), p_tenant, ticket_id, 'pending', last_closed.queue_id);
    insert into bus.outbox (event_id, tenant_id, name, key, data) values (gen_random_uuid(), p_tenant, 'ticket.updated.v1', ticket_id::text, jsonb_build_object(
      'ticketId', ticket_id, 'contactId', p_contact, 'connectionId', p_connection, 'status', case when p_group then 'group' else 'pending' end, 'userId', null, 'queueId', last_closed.queue_id));
    return;
  end if;
  insert into ticket as t (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat, queue_id, is_group)
    select p_ticket, p_tenant, next_protocol(p_protocol), case when p_group then 'group' else 'pending' end, p_contact, nullif(p_origin, p_contact), p_connection, p_channel, p_chat, c.queue_id, p_group
      from connection c where c.tenant_id = p_tenant and c.id = p_connection
    on conflict (tenant_id, (coalesce(origin_id, contact_id)), connection_id) where status <> 'closed' do update set chat = t.chat
    returning t.id, case when t.id = p_ticket then 'created' else 'live' end into ticket_id, outcome;
  if outcome = 'created' then
    insert into ticket_log (id, tenant_id, ticket_id, type) values (gen_random_uuid(), p_tenant, ticket_id, 'create');
    insert into bus.outbox (event_id, tenant_id, name, key, data) values (gen_random_uuid(), p_tenant, 'ticket.created.v1', ticket_id::text,
      jsonb_build_object('ticketId', ticket_id, 'contactId', p_contact, 'connectionId', p_connection, 'status', case when p_group then 'group' else 'pending' end));
  end if;
end $$;

-- Stores messages that arrived. Row i of the answer belongs to element i of the arrays; claim j is a further verified
-- identity of the sender of row p_claim_row[j]. message_id is null for a message that was stored before; `early` says that
-- something about the message came before it and waits. Two outcomes mean that the row was not stored: `again` (a ticket
-- was closed or contacts were merged in this moment; call again) and `conflict` (the identities belong to several people;
-- call core.settle_identities and then again). With p_final there is no conflict: the sender's own identity decides.
-- Ticket rows are locked in one order and before anything that carries an order (positions, outbox ids), so that order of
-- commit is order of storage within a ticket.
create function core.inbound_batch(
  p_tenant uuid[], p_connection uuid[], p_channel text[], p_kind text[], p_value text[], p_name text[], p_phone text[], p_email text[],
  p_chat text[], p_group boolean[], p_external text[], p_body text[], p_parts text[], p_sent text[], p_from_me boolean[], p_quiet boolean[], p_quoted text[],
  p_protocol text[], p_block_minutes integer[], p_contact uuid[], p_ticket uuid[], p_message uuid[],
  p_claim_row integer[], p_claim_kind text[], p_claim_value text[], p_final boolean)
returns table (ord integer, contact_id uuid, ticket_id uuid, message_id uuid, outcome text, early boolean)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
declare
  n integer := array_length(p_tenant, 1);
  contacts uuid[]; origins uuid[]; tickets uuid[]; known boolean[];
  -- Rows whose sender is not settled by their own identity alone.
  unsettled integer[]; claimed integer[];
  -- Existing contacts that this batch adds something to; they are held against merges until it ends.
  involved uuid[] := '{}'; held uuid[] := '{}';
  outcomes text[] := array_fill('live'::text, array[n]);
  someone record; opened record;
  k integer;
begin
  select array_agg(m.id is not null order by u.ord) into known
    from unnest(p_tenant, p_connection, p_external) with ordinality u (tenant, connection, external, ord)
    left join message m on m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external;

  select array_agg(i.contact_id order by u.ord), array_agg(coalesce(i.origin_id, i.contact_id) order by u.ord) into contacts, origins
    from unnest(p_tenant, p_kind, p_value) with ordinality u (tenant, kind, value, ord)
    left join contact_identity i on i.tenant_id = u.tenant and i.kind = u.kind and i.value = u.value;
  if cardinality(p_claim_row) > 0 then
    select array_agg(distinct u.row) into claimed from unnest(p_claim_row, p_claim_kind, p_claim_value) u (row, kind, value)
      left join contact_identity i on i.tenant_id = p_tenant[u.row] and i.kind = u.kind and i.value = u.value
     where i.contact_id is distinct from contacts[u.row];
  end if;
  if claimed is not null or array_position(contacts, null) is not null then
    select array_agg(u.ord::integer order by u.tenant, u.kind, u.value, u.ord) into unsettled
      from unnest(p_tenant, p_kind, p_value, contacts, known) with ordinality u (tenant, kind, value, contact, known, ord)
     where not u.known and (u.contact is null or u.ord = any (claimed));
  end if;
  if unsettled is not null then
    perform lock_identities(array_agg(i.tenant), array_agg(i.kind), array_agg(i.value)) from (
      select p_tenant[u.row] as tenant, p_kind[u.row] as kind, p_value[u.row] as value from unnest(unsettled) u (row)
      union all select p_tenant[u.row], u.kind, u.value from unnest(p_claim_row, p_claim_kind, p_claim_value) u (row, kind, value) where u.row = any (unsettled)) i;
    select coalesce(array_agg(distinct i.contact_id), '{}') into involved from (
      select p_tenant[u.row] as tenant, p_kind[u.row] as kind, p_value[u.row] as value from unnest(unsettled) u (row)
      union all select p_tenant[u.row], u.kind, u.value from unnest(p_claim_row, p_claim_kind, p_claim_value) u (row, kind, value) where u.row = any (unsettled)) u
      join contact_identity i on i.tenant_id = u.tenant and i.kind = u.kind and i.value = u.value;
  end if;

  select array_agg(t.id order by u.ord) into tickets
    from unnest(p_tenant, origins, p_connection) with ordinality u (tenant, origin, connection, ord)
    left join ticket t on t.tenant_id = u.tenant and coalesce(t.origin_id, t.contact_id) = u.origin and t.connection_id = u.connection and t.status <> 'closed';

  if array_position(tickets, null) is not null or unsettled is not null then
    for someone in
      select c.id, c.merged_into from contact c where c.id = any (involved || array(
        select u.contact from unnest(contacts, tickets, known) u (contact, ticket, known) where u.ticket is null and u.contact is not null and not u.known)) order by c.id for share
    loop
      if someone.merged_into is null then held := held || someone.id; end if;
    end loop;
  end if;
  -- Strangers and new tickets in one order on every node, so that two batches with the same ones do not lock each other out.
  if unsettled is not null then
    foreach k in array unsettled loop
      select i.contact, i.origin, i.outcome into someone from identify(p_tenant[k], p_kind[k], p_value[k], p_name[k], p_phone[k], p_email[k], p_group[k],
        array(select u.kind from unnest(p_claim_row, p_claim_kind) with ordinality u (row, kind, ord) where u.row = k order by u.ord),
        array(select u.value from unnest(p_claim_row, p_claim_value) with ordinality u (row, value, ord) where u.row = k order by u.ord), p_contact[k], held, p_final) i;
      contacts[k] := someone.contact;
      origins[k] := someone.origin;
      if someone.outcome is not null then outcomes[k] := someone.outcome; tickets[k] := null; end if;
      if someone.contact = p_contact[k] then held := held || someone.contact; end if;
    end loop;
  end if;
  if array_position(tickets, null) is not null then
    for k in select u.ord::integer from unnest(p_tenant, contacts, p_connection, tickets, known, outcomes) with ordinality u (tenant, contact, connection, ticket, known, outcome, ord)
             where u.ticket is null and not u.known and u.outcome = 'live' order by u.tenant, u.contact, u.connection, u.ord loop
      if not contacts[k] = any (held) then outcomes[k] := 'again'; continue; end if;
      opened := open_ticket(p_tenant[k], contacts[k], origins[k], p_connection[k], p_channel[k], p_chat[k], p_protocol[k], p_block_minutes[k], p_ticket[k], p_group[k]);
      tickets[k] := opened.ticket_id;
      outcomes[k] := opened.outcome;
    end loop;
  end if;

  perform 1 from ticket t where t.id = any (tickets) order by t.id for update;

  -- Somebody may have closed or deleted a ticket while its row was waited for: what arrived must not vanish in it.
  for k in
    select u.ord from unnest(p_tenant, tickets, outcomes, known) with ordinality u (tenant, ticket, outcome, known, ord)
     where u.outcome = 'live' and not u.known and not exists (select 1 from ticket t where t.tenant_id = u.tenant and t.id = u.ticket and t.status <> 'closed')
  loop
    outcomes[k] := 'again';
  end loop;

  return query
  with arrived as (
    select u.* from unnest(p_tenant, p_connection, contacts, tickets, p_chat, p_external, p_body, p_parts, p_sent, p_from_me, p_quiet, p_quoted, p_message, known, outcomes)
      with ordinality u (tenant, connection, contact, ticket, chat, external, body, parts, sent, from_me, quiet, quoted, message, known, outcome, ord)
  ), stored as (
    insert into message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts, status, send_type, quoted_id, is_read, sent_at)
    select a.message, a.tenant, a.ticket, a.contact, a.connection, a.external, a.from_me, a.body, a.parts::jsonb, case when a.from_me then 'sent' else 'received' end,
           case when a.from_me then 'external' else 'chat' end,
           (select q.id from message q where q.tenant_id = a.tenant and q.connection_id = a.connection and q.external_id = a.quoted), a.from_me or a.quiet, least(a.sent::timestamptz, now())
      from arrived a where not a.known and a.outcome not in ('again', 'conflict') order by a.ord
    on conflict (tenant_id, connection_id, external_id) where external_id is not null do nothing
    returning id, tenant_id, ticket_id
  ), fresh as (
    select a.* from arrived a join stored s on s.id = a.message
  ), bumped as (
    update ticket t set unread = t.unread + f.unread, last_message = f.body, last_message_from_me = f.from_me, answered = f.from_me, chat = f.chat,
           last_message_at = greatest(t.last_message_at, f.sent), updated_at = greatest(t.updated_at, clock_timestamp())
      from (select ticket, count(*) filter (where not from_me and not quiet)::integer as unread, (array_agg(left(body, 200) order by ord desc))[1] as body,
                   (array_agg(from_me order by ord desc))[1] as from_me, (array_agg(chat order by ord desc))[1] as chat, max(least(sent::timestamptz, now())) as sent
              from fresh where not quiet group by ticket) f
     where t.id = f.ticket
    returning t.id, t.contact_id
  ), told as (
    insert into bus.outbox (event_id, tenant_id, name, key, data)
    select gen_random_uuid(), f.tenant, 'message.received.v1', f.ticket::text,
           jsonb_build_object('ticketId', f.ticket, 'contactId', b.contact_id, 'connectionId', f.connection, 'messageId', f.message, 'firstOfTicket', f.outcome = 'created')
      from fresh f join bumped b on b.id = f.ticket where not f.quiet and not f.from_me order by f.ord
  )
  select a.ord::integer, a.contact, a.ticket, s.id, a.outcome,
         exists (select 1 from early_event e where e.tenant_id = a.tenant and e.connection_id = a.connection and e.external_id = a.external)
    from arrived a left join stored s on s.id = a.message order by a.ord;
end $$;

-- As before, but an event names the contact whose ticket it is now.
create or replace function core.apply_receipts(p_tenant uuid[], p_connection uuid[], p_external text[], p_state text[], p_failure text[])
returns table (tenant_id uuid, message_id uuid, ticket_id uuid)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
begin
  insert into early_event (tenant_id, connection_id, external_id, event)
    select u.tenant, u.connection, u.external, jsonb_build_object('type', 'receipt', 'state', u.state, 'failure', u.failure::jsonb)
      from unnest(p_tenant, p_connection, p_external, p_state, p_failure) u (tenant, connection, external, state, failure)
     where not exists (select 1 from message m where m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external);
  return query
  with told as (
    select m.id, advance_receipt(m.status, u.state) as status, u.failure::jsonb as failure
      from unnest(p_tenant, p_connection, p_external, p_state, p_failure) u (tenant, connection, external, state, failure)
      join message m on m.tenant_id = u.tenant and m.connection_id = u.connection and m.external_id = u.external and m.from_me
     order by m.id for update of m
  ), changed as (
    update message m set status = t.status, failure = case when t.status = 'failed' then t.failure end
      from told t where m.id = t.id and t.status is not null
    returning m.tenant_id, m.id, m.ticket_id, m.connection_id, m.status
  ), outbox as (
    insert into bus.outbox (event_id, tenant_id, name, key, data)
    select gen_random_uuid(), c.tenant_id, 'message.status.v1', c.ticket_id::text,
           jsonb_build_object('ticketId', c.ticket_id, 'contactId', t.contact_id, 'connectionId', c.connection_id, 'messageId', c.id, 'status', c.status)
      from changed c join ticket t on t.tenant_id = c.tenant_id and t.id = c.ticket_id
  )
  select c.tenant_id, c.id, c.ticket_id from changed c;
end $$;

-- The roles of the server, as for every reviewed function; those that only other functions call are not for the app.
grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array[
    'core.with_ninth_digit(text)'::regprocedure,
    'core.surviving_contact(uuid,uuid)'::regprocedure,
    'core.kept_apart(uuid,uuid,uuid)'::regprocedure,
    'core.lock_merges(uuid)'::regprocedure,
    'core.lock_identities(uuid[],text[],text[])'::regprocedure,
    'core.give_to_survivor(uuid,uuid)'::regprocedure,
    'core.join_contacts(uuid,uuid,uuid,boolean,uuid)'::regprocedure,
    'core.settle_identities(uuid,text[],text[])'::regprocedure,
    'core.merge_contacts(uuid,uuid,uuid,uuid)'::regprocedure,
    'core.undo_merge(uuid,uuid,uuid)'::regprocedure,
    'core.identify(uuid,text,text,text,text,text,boolean,text[],text[],uuid,uuid[],boolean)'::regprocedure,
    'core.open_ticket(uuid,uuid,uuid,uuid,text,text,text,integer,uuid,boolean)'::regprocedure,
    'core.inbound_batch(uuid[],uuid[],text[],text[],text[],text[],text[],text[],text[],boolean[],text[],text[],text[],text[],boolean[],boolean[],text[],text[],integer[],uuid[],uuid[],uuid[],integer[],text[],text[],boolean)'::regprocedure
  ] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
  end loop;
end $$;
revoke create on schema core from recado_engine;
grant execute on function core.surviving_contact(uuid,uuid), core.lock_merges(uuid), core.lock_identities(uuid[],text[],text[]), core.settle_identities(uuid,text[],text[]), core.merge_contacts(uuid,uuid,uuid,uuid), core.undo_merge(uuid,uuid,uuid),
  core.inbound_batch(uuid[],uuid[],text[],text[],text[],text[],text[],text[],text[],boolean[],text[],text[],text[],text[],boolean[],boolean[],text[],text[],integer[],uuid[],uuid[],uuid[],integer[],text[],text[],boolean) to recado_app;

-- What is there already: groups are known by their tickets, and both spellings of a mobile number are one identity. Who
-- was two contacts because of the spelling becomes one.
set local role recado_engine;
update core.contact c set number = core.with_ninth_digit(c.number) where c.number <> core.with_ninth_digit(c.number);
update core.contact c set is_group = true where exists (select 1 from core.ticket t where t.tenant_id = c.tenant_id and t.contact_id = c.id and t.is_group);
do $$
declare old record;
begin
  for old in select i.tenant_id, i.value, core.with_ninth_digit(i.value) as full_value from core.contact_identity i where i.kind = 'phone' and i.value <> core.with_ninth_digit(i.value) loop
    update core.contact_identity i set value = old.full_value where i.tenant_id = old.tenant_id and i.kind = 'phone' and i.value = old.value
       and not exists (select 1 from core.contact_identity k where k.tenant_id = old.tenant_id and k.kind = 'phone' and k.value = old.full_value);
    if not found then
      perform core.settle_identities(old.tenant_id, array['phone', 'phone'], array[old.value, old.full_value]);
      delete from core.contact_identity i where i.tenant_id = old.tenant_id and i.kind = 'phone' and i.value = old.value;
    end if;
  end loop;
end $$;
reset role;
