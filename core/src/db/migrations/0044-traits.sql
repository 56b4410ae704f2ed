-- Attributes of tickets in filters, attributes that plugins declare, addresses of people who were erased.

-- As of contacts (0034): tickets without values are not in the index, so that what arrives from channels does not pay for it.
create index ticket_attributes on core.ticket using gin (tenant_id, attributes) where attributes <> '{}';

-- Tickets whose values fit a jsonpath predicate that asks for at least one value to be there: core.contacts_by_attributes for tickets.
create function core.tickets_by_attributes(p_tenant uuid, p_predicate text, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_tenant is distinct from core.current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  return query select t.id from core.ticket t where t.tenant_id = p_tenant and t.attributes <> '{}' and t.attributes @@ p_predicate::jsonpath limit p_limit;
end $$;

-- Which plugin declared an attribute, and under which name it writes it; both null for the company's own. What a plugin
-- declared is kept when it is taken away: its values are the company's.
alter table core.attribute_definition
  add column plugin text,
  add column declared_as text,
  add constraint attribute_definition_declared check ((plugin is null) = (declared_as is null)),
  add constraint attribute_definition_once unique (tenant_id, owner, plugin, declared_as);

-- By what erased people were known, as keyed hashes that nobody can read back: channels that still list somebody do not
-- bring them back (decision 044). Who writes again is somebody who is known again, whatever stands here.
create table core.erased_address (
  tenant_id uuid not null references core.tenant (id),
  hash bytea not null check (octet_length(hash) = 32),
  erased_at timestamptz not null default now(),
  primary key (tenant_id, hash)
);
alter table core.erased_address enable row level security;
alter table core.erased_address force row level security;
create policy tenant_wall on core.erased_address using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert on core.erased_address to recado_app, recado_engine;

-- 0031's: of whom one of the hashes is of somebody erased, nobody is made. Hash j belongs to row p_hash_row[j], in hexadecimal digits.
drop function core.take_listed_contacts(uuid, text, text[], text[], text[], text[], uuid[], integer[], text[], text[], integer, boolean);
create function core.take_listed_contacts(
  p_tenant uuid, p_kind text, p_value text[], p_name text[], p_phone text[], p_email text[], p_contact uuid[],
  p_claim_row integer[], p_claim_kind text[], p_claim_value text[], p_hash_row integer[], p_hash text[], p_room integer, p_final boolean)
returns table (ord integer, contact_id uuid, outcome text)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
declare
  held uuid[] := '{}'; room integer := p_room;
  kinds text[]; vals text[]; someone record; known boolean; added boolean; unnamed boolean;
begin
  if p_tenant is distinct from current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  perform lock_identities(array_agg(p_tenant), array_agg(i.kind), array_agg(i.value)) from (
    select p_kind as kind, u.value from unnest(p_value) u (value) union select u.kind, u.value from unnest(p_claim_kind, p_claim_value) u (kind, value)) i;
  for someone in
    select c.id, c.merged_into from contact c where c.tenant_id = p_tenant and c.id in (
      select i.contact_id from contact_identity i where i.tenant_id = p_tenant and i.kind = p_kind and i.value = any (p_value)
      union select i.contact_id from unnest(p_claim_kind, p_claim_value) u (kind, value) join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value)
     order by c.id for no key update
  loop
    if someone.merged_into is null then held := held || someone.id; end if;
  end loop;
  for k in 1 .. coalesce(array_length(p_value, 1), 0) loop
    ord := k;
    select coalesce(array_agg(u.kind order by u.ord), '{}'), coalesce(array_agg(u.value order by u.ord), '{}') into kinds, vals
      from unnest(p_claim_row, p_claim_kind, p_claim_value) with ordinality u (row, kind, value, ord) where u.row = k;
    known := exists (select 1 from contact_identity i where i.tenant_id = p_tenant and i.kind = p_kind and i.value = p_value[k])
      or exists (select 1 from unnest(kinds, vals) u (kind, value) join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value and i.verified
                   join contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id and not c.is_group);
    if not known and exists (select 1 from unnest(p_hash_row, p_hash) h (row, hash) join erased_address e on e.tenant_id = p_tenant and e.hash = decode(h.hash, 'hex') where h.row = k) then
      contact_id := null; outcome := 'unchanged';
      return next; continue;
    end if;
    if not known and room = 0 then
      contact_id := null; outcome := 'full';
      return next; continue;
    end if;
    added := exists (select 1 from (select p_kind as kind, p_value[k] as value union all select u.kind, u.value from unnest(kinds, vals) u (kind, value)) u
      where not exists (select 1 from contact_identity i where i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value));
    select i.contact, i.outcome into contact_id, outcome from identify(p_tenant, p_kind, p_value[k], p_name[k], p_phone[k], p_email[k], false, kinds, vals, p_contact[k], held, p_final) i;
    if outcome is null and contact_id = p_contact[k] then
      outcome := 'created';
      held := held || contact_id;
      room := room - 1;
    elsif outcome is null then
      select (p_name[k] <> p_value[k] and p_name[k] <> c.name and (c.name in (c.number, c.email, p_phone[k], p_email[k]) or exists (
               select 1 from contact_identity i where i.tenant_id = p_tenant and i.contact_id = c.id and i.value = c.name))) is true into unnamed
        from contact c where c.tenant_id = p_tenant and c.id = contact_id;
      update contact c set name = case when unnamed then p_name[k] else c.name end, number = coalesce(c.number, p_phone[k]), email = coalesce(c.email, p_email[k]), updated_at = now()
       where c.tenant_id = p_tenant and c.id = contact_id and not c.is_group
         and (unnamed or (c.number is null and p_phone[k] is not null) or (c.email is null and p_email[k] is not null));
      outcome := case when found or added then 'updated' else 'unchanged' end;
    end if;
    return next;
  end loop;
end $$;

-- 0028's: what a bot holds does not wait for anybody of the team.
create or replace function core.companies_to_distribute(p_limit integer) returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    with company as (
      select s.tenant_id, max(s.value #>> '{}') filter (where s.key = 'autoDistribution') as mode, coalesce(bool_or(s.value::text::boolean) filter (where s.key = 'walletRouting'), false) as wallets
        from core.setting s where s.key in ('autoDistribution', 'walletRouting') group by s.tenant_id
    )
    select q.tenant_id from core.queue q left join company c on c.tenant_id = q.tenant_id
     where coalesce(q.distribution, c.mode, 'none') <> 'none'
       and exists (select 1 from core.ticket t where t.tenant_id = q.tenant_id and t.queue_id = q.id and t.status = 'pending' and t.user_id is null and t.bot is null)
       and exists (select 1 from core.user_queue m join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
                    where m.tenant_id = q.tenant_id and m.queue_id = q.id and u.is_online and u.is_active and u.deleted_at is null)
    union
    select c.tenant_id from company c
     where c.wallets and exists (select 1 from core.ticket t where t.tenant_id = c.tenant_id and t.status = 'pending' and t.user_id is null and t.bot is null)
       and exists (select 1 from core.user_account u where u.tenant_id = c.tenant_id and u.is_online and u.is_active and u.deleted_at is null)
    limit p_limit
  $$;

grant create on schema core to recado_engine;
alter function core.tickets_by_attributes(uuid, text, integer) owner to recado_engine;
alter function core.take_listed_contacts(uuid, text, text[], text[], text[], text[], uuid[], integer[], text[], text[], integer[], text[], integer, boolean) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke all on function core.tickets_by_attributes(uuid, text, integer), core.take_listed_contacts(uuid, text, text[], text[], text[], text[], uuid[], integer[], text[], text[], integer[], text[], integer, boolean) from public;
grant execute on function core.tickets_by_attributes(uuid, text, integer), core.take_listed_contacts(uuid, text, text[], text[], text[], text[], uuid[], integer[], text[], text[], integer[], text[], integer, boolean) to recado_app;

-- A user's preferences are an object: anything else would keep them from signing in.
update core.user_account set configs = '{}' where jsonb_typeof(configs) <> 'object';
alter table core.user_account add constraint user_account_configs_object check (jsonb_typeof(configs) = 'object');
