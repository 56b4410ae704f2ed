-- How urgent a ticket is, tickets that are put off, and tickets that become one.

alter table core.ticket
  -- 1 urgent, 2 high, 3 normal, 4 low: the smaller, the sooner.
  add column priority smallint not null default 3 check (priority between 1 and 4),
  -- Put off since then; null for what is not. Without a time it waits for the contact alone.
  add column snoozed_at timestamptz,
  add column snoozed_until timestamptz,
  -- When it last came back from being put off: a wait counts from there anew.
  add column woken_at timestamptz,
  -- The ticket it is part of by now.
  add column merged_into uuid,
  add constraint ticket_snooze check ((snoozed_at is null or status = 'open') and (snoozed_until is null or snoozed_at is not null)),
  add constraint ticket_merged check (merged_into is null or status = 'closed'),
  add foreign key (tenant_id, merged_into) references core.ticket (tenant_id, id) on delete set null (merged_into);

-- The list by urgency: what waits for an answer before what was answered, and of these what has waited longest.
create index ticket_priority on core.ticket (tenant_id, priority, answered, (coalesce(last_message_at, created_at)), id) where status <> 'closed';
-- Counts are of what is not put off.
drop index core.ticket_count;
create index ticket_count on core.ticket (tenant_id, status, queue_id, user_id) include (unread) where status <> 'closed' and snoozed_at is null;
create index ticket_snoozed on core.ticket (tenant_id, updated_at, id) where snoozed_at is not null;
create index ticket_snoozed_until on core.ticket (snoozed_until, id) where snoozed_until is not null;
create index ticket_merged_into on core.ticket (tenant_id, merged_into) where merged_into is not null;

-- What is put off is not idle, and begins anew when it comes back.
alter table core.ticket alter column idle_since drop not null;
alter table core.ticket alter column idle_since set expression as (case when snoozed_at is null then greatest(coalesce(last_message_at, created_at), started_at, assigned_at, woken_at) end);

-- What an entry is about, as a word of its kind: a priority, an instant, a protocol.
alter table core.ticket_log add column detail text check (char_length(detail) <= 100);

-- A ticket that is put off comes back when its contact writes, and whenever it gets another status, person or queue,
-- whoever does that. Only what the contact did is told here: the others tell of themselves.
create function core.wake_ticket() returns trigger language plpgsql set search_path = '' as $$
begin
  new.snoozed_at := null;
  new.snoozed_until := null;
  new.woken_at := clock_timestamp();
  if new.unread > old.unread then
    insert into core.ticket_log (id, tenant_id, ticket_id, type, detail) values (uuidv7(), new.tenant_id, new.id, 'wake', 'message');
    insert into bus.outbox (event_id, tenant_id, name, key, data) values (gen_random_uuid(), new.tenant_id, 'ticket.woken.v1', new.id::text,
      jsonb_build_object('ticketId', new.id, 'contactId', new.contact_id, 'connectionId', new.connection_id, 'by', 'message'));
  end if;
  return new;
end $$;
create trigger ticket_wakes before update of unread, status, user_id, queue_id on core.ticket for each row
  when (old.snoozed_at is not null and (new.unread > old.unread or new.status <> old.status or new.user_id is distinct from old.user_id or new.queue_id is distinct from old.queue_id))
  execute function core.wake_ticket();

-- What is due to come back, in all companies, the longest due first. Whoever brings one back locks it and looks again.
create function core.due_snoozes(p_now timestamptz, p_limit integer) returns table (tenant_id uuid, ticket_id uuid)
language sql stable security definer set search_path = '' as $$
  select t.tenant_id, t.id from core.ticket t where t.snoozed_until <= p_now order by t.snoozed_until, t.id limit p_limit
$$;
grant create on schema core to recado_engine;
alter function core.due_snoozes(timestamptz, integer) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke all on function core.due_snoozes(timestamptz, integer) from public;
grant execute on function core.due_snoozes(timestamptz, integer) to recado_app;

-- 0015's: whoever takes over was given the tickets in this moment.
create or replace function core.hand_over(p_tenant uuid, p_from uuid, p_to uuid, p_actor uuid) returns table (ticket_id uuid, queue_id uuid)
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
begin
  insert into core.contact_wallet (tenant_id, contact_id, user_id)
    select w.tenant_id, w.contact_id, p_to from core.contact_wallet w where w.tenant_id = p_tenant and w.user_id = p_from
    on conflict do nothing;
  delete from core.contact_wallet w where w.tenant_id = p_tenant and w.user_id = p_from;
  return query
    with moved as (
      update core.ticket t set user_id = p_to, assigned_at = clock_timestamp() where t.tenant_id = p_tenant and t.user_id = p_from and t.status <> 'closed'
        returning t.id, t.contact_id, t.connection_id, t.status, t.queue_id
    ), logged as (
      insert into core.ticket_log (id, tenant_id, ticket_id, type, user_id, queue_id)
        select uuidv7(), p_tenant, m.id, line.type, line.user_id, m.queue_id
          from moved m cross join (values (1, 'transfered', p_actor), (2, 'receivedTransfer', p_to)) line (place, type, user_id) order by m.id, line.place
    ), told as materialized (
      select m.id, m.queue_id, bus.publish(p_tenant, 'ticket.updated.v1', m.id::text, jsonb_build_object(
        'ticketId', m.id, 'contactId', m.contact_id, 'connectionId', m.connection_id, 'status', m.status, 'userId', p_to, 'queueId', m.queue_id)) as event
        from moved m
    )
    select told.id, told.queue_id from told where told.event is not null;
end $$;

-- Where something was said that has come into this ticket by a merge; null for what has always been here.
alter table core.message add column origin_ticket_id uuid;
alter table core.scheduled_message add column origin_ticket_id uuid;

-- Two tickets that became one, and what it takes to make them two again.
create table core.ticket_merge (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  from_id uuid not null,
  into_id uuid not null,
  -- The tickets whose messages came along: `from_id`, and what had become part of it before.
  origins uuid[] not null,
  -- Both as they were, and what the second one held when it had taken the first one in.
  before jsonb not null,
  user_id uuid not null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, from_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, into_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, undone_by) references core.user_account (tenant_id, id) on delete cascade
);
create unique index ticket_merge_from on core.ticket_merge (tenant_id, from_id) where undone_at is null;
create index ticket_merge_of on core.ticket_merge (tenant_id, from_id);
create index ticket_merge_into on core.ticket_merge (tenant_id, into_id);
create index ticket_merge_user on core.ticket_merge (tenant_id, user_id);
create index ticket_merge_undone_by on core.ticket_merge (tenant_id, undone_by);

alter table core.ticket_merge enable row level security;
alter table core.ticket_merge force row level security;
create policy tenant_wall on core.ticket_merge using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.ticket_merge to recado_app, recado_engine;

-- 0006's: what belongs into a ticket that is part of another one by now goes into that one.
create or replace function core.open_ticket(p_tenant uuid, p_contact uuid, p_origin uuid, p_connection uuid, p_channel text, p_chat text, p_protocol text, p_block_minutes integer, p_ticket uuid, p_group boolean,
  out ticket_id uuid, out outcome text) language plpgsql security definer set search_path = core, pg_temp as $$
declare last_closed record;
begin
  select t.id into ticket_id from ticket t where t.tenant_id = p_tenant and coalesce(t.origin_id, t.contact_id) = p_origin and t.connection_id = p_connection and t.status <> 'closed';
  if found then outcome := 'live'; return; end if;
  select t.id, t.closed_at, t.queue_id, t.status, t.merged_into into last_closed from ticket t
    where t.tenant_id = p_tenant and t.contact_id = p_contact and coalesce(t.origin_id, t.contact_id) = p_origin and t.connection_id = p_connection and t.status = 'closed'
    order by t.updated_at desc, t.id desc limit 1;
  if found then
    while last_closed.merged_into is not null loop
      select t.id, t.closed_at, t.queue_id, t.status, t.merged_into into last_closed from ticket t where t.tenant_id = p_tenant and t.id = last_closed.merged_into;
    end loop;
    ticket_id := last_closed.id;
    if last_closed.status <> 'closed' then outcome := 'live'; return; end if;
    if p_block_minutes > 0 and last_closed.closed_at > now() - make_interval(mins => p_block_minutes) then outcome := 'kept'; return; end if;
    update ticket t set status = case when p_group then 'group' else 'pending' end, user_id = null, closed_at = null, started_at = null, chat = p_chat
      where t.tenant_id = p_tenant and t.id = ticket_id and t.status = 'closed' and t.merged_into is null;
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
