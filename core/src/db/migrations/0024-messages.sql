-- What is to be sent later: at a time somebody chose, or after the seconds in which they may take it back. It becomes
-- messages when it is due; the first of them has its id, so that none of them is stored twice whatever happens.
create table core.scheduled_message (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  ticket_id uuid not null,
  user_id uuid not null,
  -- When it is to be sent, and when it is tried next: later, after something failed that may pass.
  due_at timestamptz not null,
  next_at timestamptz not null,
  -- Held back for the author alone, for seconds: no entry of the conversation's list.
  held boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'sent', 'canceled', 'failed')),
  body text not null,
  -- The parts of each message, in order.
  messages jsonb not null,
  quoted_id uuid,
  id_front text,
  failure jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, ticket_id) references core.ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index scheduled_message_ticket on core.scheduled_message (tenant_id, ticket_id, due_at, id);
create index scheduled_message_user on core.scheduled_message (tenant_id, user_id);
create index scheduled_message_due on core.scheduled_message (next_at, id) where state = 'pending';
create index scheduled_message_media on core.scheduled_message using gin (core.media_of(jsonb_path_query_array(messages, '$[*][*]')));
create unique index scheduled_message_front on core.scheduled_message (tenant_id, ticket_id, user_id, id_front) where id_front is not null;

alter table core.scheduled_message enable row level security;
alter table core.scheduled_message force row level security;
create policy tenant_wall on core.scheduled_message using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.scheduled_message to recado_app, recado_engine;

-- What is due in all companies, oldest first. Whoever sends one locks it and looks again: two nodes may be told the same.
create function core.due_messages(p_now timestamptz, p_limit integer) returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = '' as $$
  select s.tenant_id, s.id from core.scheduled_message s where s.state = 'pending' and s.next_at <= p_now order by s.next_at, s.id limit p_limit
$$;

-- 0018's, which now knows what waits: a file of a scheduled message is held like that of a sent one.
create or replace function core.held_media(p_tenant uuid, p_media uuid[]) returns table (media_id uuid) language sql stable security definer set search_path = '' as $$
  select h.id from unnest(p_media) h (id)
   where exists (
     select 1 from core.message m where m.tenant_id = p_tenant and core.media_of(m.parts) @> array[h.id]
        and jsonb_path_exists(m.parts, '$[*] ? (exists (@.media) || exists (@.header))'))
      or exists (
     select 1 from core.scheduled_message s where s.tenant_id = p_tenant and s.state in ('pending', 'failed') and core.media_of(jsonb_path_query_array(s.messages, '$[*][*]')) @> array[h.id])
$$;

grant create on schema core to recado_engine;
alter function core.due_messages(timestamptz, integer) owner to recado_engine;
revoke all on function core.due_messages(timestamptz, integer) from public;
grant execute on function core.due_messages(timestamptz, integer) to recado_app;
revoke create on schema core from recado_engine;
