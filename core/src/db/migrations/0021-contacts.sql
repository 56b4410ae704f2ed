-- Everything that is kept of a contact (S3-013 to S3-017).
alter table core.contact
  add column first_name text,
  add column last_name text,
  add column business_name text,
  add column document text,
  add column birthday date,
  add column gender text check (gender in ('male', 'female', 'non-binary')),
  add column marital_status text check (marital_status in ('single', 'married', 'divorced', 'widowed', 'other')),
  add column source text,
  add column website text,
  add column category text,
  add column instagram text,
  add column telegram_id text,
  add column whatsapp_validated boolean not null default false;
create index contact_newest on core.contact (tenant_id, created_at, id);

-- People are looked for by their company and their document too.
alter table core.contact alter column search set expression as (' ' || lower(name) || ' ' || coalesce(number, '') || ' ' || lower(coalesce(email, '')) || ' ' || lower(coalesce(business_name, '')) || ' ' || lower(coalesce(document, '')));

-- An entry has a description and what there is to know, under the product's names.
create function core.described(p_entries jsonb) returns jsonb language sql immutable set search_path = ''
  as $$ select coalesce(jsonb_agg(jsonb_build_object('description', e.entry -> 'name', 'info', e.entry -> 'value') order by e.ord), '[]') from jsonb_array_elements(p_entries) with ordinality e (entry, ord) $$;
update core.contact set extra_info = core.described(extra_info) where extra_info <> '[]';
update core.contact_merge set gave_extra = core.described(gave_extra) where gave_extra <> '[]';
drop function core.described(jsonb);
-- What a survivor was given is kept under the names of the columns.
update core.contact_merge set gave_fields = (gave_fields - 'profilePicUrl') || jsonb_build_object('profile_pic_url', gave_fields -> 'profilePicUrl') where gave_fields ? 'profilePicUrl';

-- `origin_id` as in core.contact_identity: the contact to which a note belonged before all merges.
create table core.contact_note (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  contact_id uuid not null,
  origin_id uuid,
  title text not null,
  description text not null default '',
  information text not null default '',
  user_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id)
);
create index contact_note_contact on core.contact_note (tenant_id, contact_id, created_at, id);
create index contact_note_newest on core.contact_note (tenant_id, created_at, id);
alter table core.contact_note enable row level security;
alter table core.contact_note force row level security;
create policy tenant_wall on core.contact_note using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_note to recado_app, recado_engine;

alter table core.contact_merge add column gave_wallets uuid[] not null default '{}';

create or replace function core.give_to_survivor(p_tenant uuid, p_merge uuid) returns void language plpgsql set search_path = core, pg_temp as $$
declare
  m record; other core.contact; survivor core.contact; fields jsonb; given core.contact; extra jsonb; tags uuid[]; wallets uuid[];
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
         whatsapp_validated = c.whatsapp_validated or coalesce(given.whatsapp_validated, false), extra_info = c.extra_info || extra, updated_at = now()
   where c.tenant_id = p_tenant and c.id = m.into_id;
  update contact_merge set gave_fields = gave_fields || fields, gave_extra = gave_extra || extra, gave_tags = gave_tags || tags, gave_wallets = gave_wallets || wallets where tenant_id = p_tenant and id = p_merge;
end $$;

create or replace function core.join_contacts(p_tenant uuid, p_from uuid, p_into uuid, p_automatic boolean, p_user uuid) returns uuid language plpgsql set search_path = core, pg_temp as $$
declare merge_id uuid := uuidv7(); moved_identities integer; moved_tickets integer;
begin
  update contact_identity set origin_id = coalesce(origin_id, contact_id), contact_id = p_into where tenant_id = p_tenant and contact_id = p_from;
  get diagnostics moved_identities = row_count;
  update ticket set origin_id = coalesce(origin_id, contact_id), contact_id = p_into where tenant_id = p_tenant and contact_id = p_from;
  get diagnostics moved_tickets = row_count;
  update contact_note set origin_id = coalesce(origin_id, contact_id), contact_id = p_into where tenant_id = p_tenant and contact_id = p_from;
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
