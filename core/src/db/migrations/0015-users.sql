-- Who looks after which contacts, and groups of users.

-- A contact may be in the wallets of several users. Rows of a contact that was merged stay with it and count for the contact it is part of.
create table core.contact_wallet (
  tenant_id uuid not null,
  contact_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, contact_id, user_id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index contact_wallet_user on core.contact_wallet (tenant_id, user_id, contact_id);

create table core.user_group (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  image uuid,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, image) references core.media (tenant_id, id)
);
create unique index user_group_name on core.user_group (tenant_id, lower(name));

create table core.user_group_member (
  tenant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references core.user_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index user_group_member_user on core.user_group_member (tenant_id, user_id);

do $$
declare t text;
begin
  foreach t in array array['core.contact_wallet', 'core.user_group', 'core.user_group_member'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy tenant_wall on %s using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()))', t);
    execute format('grant select, insert, update, delete on %s to recado_app, recado_engine', t);
  end loop;
end $$;

-- Hands everything of one user that waits for an answer to another: the conversations that are not closed, each with its
-- two lines in the log and its event, and the wallet. The caller holds both accounts. Times stay as they are, so that the
-- receiver finds the oldest where they belong. Answers the conversations that went over.
create function core.hand_over(p_tenant uuid, p_from uuid, p_to uuid, p_actor uuid) returns table (ticket_id uuid, queue_id uuid)
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
      update core.ticket t set user_id = p_to where t.tenant_id = p_tenant and t.user_id = p_from and t.status <> 'closed'
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
revoke execute on function core.hand_over(uuid, uuid, uuid, uuid) from public;
grant execute on function core.hand_over(uuid, uuid, uuid, uuid) to recado_app;
