-- What companies keep of contacts and tickets beside the fields that all of them have, and filters of contacts under a name.
create table core.attribute_definition (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  owner text not null check (owner in ('contact', 'ticket')),
  -- Values stand under it; it never changes.
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null check (length(label) between 1 and 60),
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice', 'choices', 'link')),
  description text not null default '',
  -- Entries with id, label and isFormer. Values name the id, so that renaming an option changes none of them.
  options jsonb not null default '[]',
  required_to_resolve boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id),
  unique (tenant_id, owner, key),
  check (owner = 'ticket' or not required_to_resolve)
);
alter table core.attribute_definition enable row level security;
alter table core.attribute_definition force row level security;
create policy tenant_wall on core.attribute_definition using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.attribute_definition to recado_app, recado_engine;

-- Values by key. Who has none is not in the index, so that what arrives from channels does not pay for it.
alter table core.contact add column attributes jsonb not null default '{}';
alter table core.ticket add column attributes jsonb not null default '{}';
create index contact_attributes on core.contact using gin (tenant_id, attributes) where attributes <> '{}';

create table core.contact_segment (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  -- Whose it is; of a shared one, who made it. The account is kept when its user is deleted.
  user_id uuid not null,
  is_shared boolean not null default false,
  name text not null check (length(name) between 1 and 60),
  filter jsonb not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index contact_segment_user on core.contact_segment (tenant_id, user_id);
alter table core.contact_segment enable row level security;
alter table core.contact_segment force row level security;
create policy tenant_wall on core.contact_segment using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_segment to recado_app, recado_engine;

-- Contacts whose values fit a jsonpath predicate that asks for at least one value to be there. Under row-level security the
-- index over values would not be used, hence a reviewed function; the caller's tenant is checked against the transaction's.
create function core.contacts_by_attributes(p_tenant uuid, p_predicate text, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_tenant is distinct from core.current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  return query select c.id from core.contact c
    where c.tenant_id = p_tenant and c.attributes <> '{}' and c.attributes @@ p_predicate::jsonpath and c.merged_into is null and c.erased_at is null limit p_limit;
end $$;
grant create on schema core to recado_engine;
alter function core.contacts_by_attributes(uuid, text, integer) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke all on function core.contacts_by_attributes(uuid, text, integer) from public;
grant execute on function core.contacts_by_attributes(uuid, text, integer) to recado_app;

-- A survivor is given the values it has none of, and gives them back when the merge is undone, as it does with fields (0021).
alter table core.contact_merge add column gave_attributes jsonb not null default '{}';

create or replace function core.give_to_survivor(p_tenant uuid, p_merge uuid) returns void language plpgsql set search_path = core, pg_temp as $$
declare
  m record; other core.contact; survivor core.contact; fields jsonb; given core.contact; extra jsonb; attrs jsonb; tags uuid[]; wallets uuid[];
  shared constant text[] := array['number', 'email', 'profile_pic_url', 'first_name', 'last_name', 'business_name', 'document', 'birthday', 'gender', 'marital_status', 'source', 'website', 'category', 'instagram', 'telegram_id'];
begin
  select from_id, into_id into m from contact_merge where tenant_id = p_tenant and id = p_merge;
  select * into other from contact c where c.tenant_id = p_tenant and c.id = m.from_id;
  select * into survivor from contact c where c.tenant_id = p_tenant and c.id = m.into_id;
  select coalesce(jsonb_object_agg(s.name, to_jsonb(other) -> s.name), '{}') into fields from unnest(shared) s (name)
   where to_jsonb(survivor) ->> s.name is null and to_jsonb(other) ->> s.name is not null;
  -- The mark is about the number, and goes with it.
  if fields ? 'number' and other.whatsapp_validated and not survivor.whatsapp_validated then fields := fields || '{"whatsapp_validated": true}'; end if;
  given := jsonb_populate_record(null::core.contact, fields);
  select coalesce(jsonb_agg(e.entry), '[]') into extra from jsonb_array_elements(other.extra_info) e (entry)
   where not exists (select 1 from jsonb_array_elements(survivor.extra_info) s (entry) where s.entry ->> 'description' = e.entry ->> 'description');
  select coalesce(jsonb_object_agg(a.key, a.value), '{}') into attrs from jsonb_each(other.attributes) a where not survivor.attributes ? a.key;
  with added as (
    insert into contact_tag (tenant_id, contact_id, tag_id) select p_tenant, m.into_id, t.tag_id from contact_tag t where t.tenant_id = p_tenant and t.contact_id = m.from_id
    on conflict do nothing returning tag_id
  ) select coalesce(array_agg(tag_id), '{}') into tags from added;
  with added as (
    insert into contact_wallet (tenant_id, contact_id, user_id) select p_tenant, m.into_id, w.user_id from contact_wallet w where w.tenant_id = p_tenant and w.contact_id = m.from_id
    on conflict do nothing returning user_id
  ) select coalesce(array_agg(user_id), '{}') into wallets from added;
  update contact c set
         number = coalesce(c.number, given.number), email = coalesce(c.email, given.email), profile_pic_url = coalesce(c.profile_pic_url, given.profile_pic_url),
         first_name = coalesce(c.first_name, given.first_name), last_name = coalesce(c.last_name, given.last_name), business_name = coalesce(c.business_name, given.business_name),
         document = coalesce(c.document, given.document), birthday = coalesce(c.birthday, given.birthday), gender = coalesce(c.gender, given.gender),
         marital_status = coalesce(c.marital_status, given.marital_status), source = coalesce(c.source, given.source), website = coalesce(c.website, given.website),
         category = coalesce(c.category, given.category), instagram = coalesce(c.instagram, given.instagram), telegram_id = coalesce(c.telegram_id, given.telegram_id),
         whatsapp_validated = c.whatsapp_validated or coalesce(given.whatsapp_validated, false), extra_info = c.extra_info || extra, attributes = attrs || c.attributes, updated_at = now()
   where c.tenant_id = p_tenant and c.id = m.into_id;
  update contact_merge set gave_fields = gave_fields || fields, gave_extra = gave_extra || extra, gave_attributes = gave_attributes || attrs, gave_tags = gave_tags || tags, gave_wallets = gave_wallets || wallets where tenant_id = p_tenant and id = p_merge;
end $$;

create or replace function core.undo_merge(p_tenant uuid, p_merge uuid, p_user uuid, out from_id uuid, out into_id uuid, out refused text)
language plpgsql security definer set search_path = core, pg_temp as $$
declare m record; given core.contact; later uuid;
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
  update contact_note n set contact_id = m.from_id, origin_id = nullif(n.origin_id, m.from_id) where n.tenant_id = p_tenant and n.contact_id = m.into_id and n.origin_id = any (m.origins);
  update contact c set merged_into = null, updated_at = now() where c.tenant_id = p_tenant and c.id = m.from_id;
  given := jsonb_populate_record(null::core.contact, m.gave_fields);
  update contact c set
         number = nullif(c.number, given.number), email = nullif(c.email, given.email), profile_pic_url = nullif(c.profile_pic_url, given.profile_pic_url),
         first_name = nullif(c.first_name, given.first_name), last_name = nullif(c.last_name, given.last_name), business_name = nullif(c.business_name, given.business_name),
         document = nullif(c.document, given.document), birthday = nullif(c.birthday, given.birthday), gender = nullif(c.gender, given.gender),
         marital_status = nullif(c.marital_status, given.marital_status), source = nullif(c.source, given.source), website = nullif(c.website, given.website),
         category = nullif(c.category, given.category), instagram = nullif(c.instagram, given.instagram), telegram_id = nullif(c.telegram_id, given.telegram_id),
         whatsapp_validated = c.whatsapp_validated and not coalesce(given.whatsapp_validated and c.number = given.number, false),
         extra_info = (select coalesce(jsonb_agg(e.entry order by e.ord), '[]') from jsonb_array_elements(c.extra_info) with ordinality e (entry, ord) where not m.gave_extra @> jsonb_build_array(e.entry)),
         attributes = (select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(c.attributes) a where m.gave_attributes -> a.key is distinct from a.value),
         updated_at = now()
   where c.tenant_id = p_tenant and c.id = m.into_id;
  delete from contact_tag t where t.tenant_id = p_tenant and t.contact_id = m.into_id and t.tag_id = any (m.gave_tags);
  delete from contact_wallet w where w.tenant_id = p_tenant and w.contact_id = m.into_id and w.user_id = any (m.gave_wallets);
  update contact_merge set undone_at = clock_timestamp(), undone_by = p_user where tenant_id = p_tenant and id = p_merge;
  -- What is gone now may be what another contact would have given.
  for later in select o.id from contact_merge o where o.tenant_id = p_tenant and o.into_id = m.into_id and o.undone_at is null order by o.merged_at, o.id loop
    perform give_to_survivor(p_tenant, later);
  end loop;
  insert into bus.outbox (event_id, tenant_id, name, key, data)
    values (gen_random_uuid(), p_tenant, 'contact.unmerged.v1', m.into_id::text, jsonb_build_object('from', m.from_id, 'into', m.into_id));
end $$;
