-- owner: engine; execute: nobody
-- Gives the survivor of a merge what it lacks of the other contact, and writes down what that was.
create or replace function core.give_to_survivor(p_tenant uuid, p_merge uuid, p_only jsonb default null)
returns void
language plpgsql set search_path = core, pg_temp as $$
declare
  m record; other core.contact; survivor core.contact; fields jsonb; given core.contact; extra jsonb; attrs jsonb;
  tags uuid[]; wallets uuid[];
  shared constant text[] := array[
    'number', 'email', 'profile_pic_url', 'first_name', 'last_name', 'business_name', 'document', 'birthday', 'gender',
    'marital_status', 'source', 'website', 'category', 'instagram', 'telegram_id'];
begin
  select from_id, into_id into m from contact_merge where tenant_id = p_tenant and id = p_merge;
  select * into other from contact c where c.tenant_id = p_tenant and c.id = m.from_id;
  select * into survivor from contact c where c.tenant_id = p_tenant and c.id = m.into_id;
  select coalesce(jsonb_object_agg(s.name, to_jsonb(other) -> s.name), '{}') into fields from unnest(shared) s (name)
   where to_jsonb(survivor) ->> s.name is null and to_jsonb(other) ->> s.name is not null
     and (p_only is null or p_only -> 'fields' ? s.name);
  -- The mark is about the number, and goes with it.
  if fields ? 'number' and other.whatsapp_validated and not survivor.whatsapp_validated then
    fields := fields || '{"whatsapp_validated": true}';
  end if;
  given := jsonb_populate_record(null::core.contact, fields);
  select coalesce(jsonb_agg(e.entry), '[]') into extra from jsonb_array_elements(other.extra_info) e (entry)
   where not exists (select 1 from jsonb_array_elements(survivor.extra_info) s (entry)
       where s.entry ->> 'description' = e.entry ->> 'description')
     and (p_only is null or p_only -> 'extra' ? (e.entry ->> 'description'));
  select coalesce(jsonb_object_agg(a.key, a.value), '{}') into attrs from jsonb_each(other.attributes) a
    where not survivor.attributes ? a.key and (p_only is null or p_only -> 'attributes' ? a.key);
  with added as (
    insert into contact_tag (tenant_id, contact_id, tag_id)
    select p_tenant, m.into_id, t.tag_id from contact_tag t
     where t.tenant_id = p_tenant and t.contact_id = m.from_id
       and (p_only is null or p_only -> 'tags' ? t.tag_id::text)
    on conflict do nothing returning tag_id
  ) select coalesce(array_agg(tag_id), '{}') into tags from added;
  with added as (
    insert into contact_wallet (tenant_id, contact_id, user_id)
    select p_tenant, m.into_id, w.user_id from contact_wallet w
     where w.tenant_id = p_tenant and w.contact_id = m.from_id
       and (p_only is null or p_only -> 'wallets' ? w.user_id::text)
    on conflict do nothing returning user_id
  ) select coalesce(array_agg(user_id), '{}') into wallets from added;
  update contact c set
         number = coalesce(c.number, given.number), email = coalesce(c.email, given.email),
         profile_pic_url = coalesce(c.profile_pic_url, given.profile_pic_url),
         first_name = coalesce(c.first_name, given.first_name), last_name = coalesce(c.last_name, given.last_name),
         business_name = coalesce(c.business_name, given.business_name),
         document = coalesce(c.document, given.document), birthday = coalesce(c.birthday, given.birthday),
         gender = coalesce(c.gender, given.gender),
         marital_status = coalesce(c.marital_status, given.marital_status), source = coalesce(c.source, given.source),
         website = coalesce(c.website, given.website),
         category = coalesce(c.category, given.category), instagram = coalesce(c.instagram, given.instagram),
         telegram_id = coalesce(c.telegram_id, given.telegram_id),
         whatsapp_validated = c.whatsapp_validated or coalesce(given.whatsapp_validated, false),
         extra_info = c.extra_info || extra, attributes = attrs || c.attributes, updated_at = now()
   where c.tenant_id = p_tenant and c.id = m.into_id;
  update contact_merge
     set gave_fields = gave_fields || fields, gave_extra = gave_extra || extra,
         gave_attributes = gave_attributes || attrs, gave_tags = gave_tags || tags,
         gave_wallets = gave_wallets || wallets
   where tenant_id = p_tenant and id = p_merge;
end $$;
