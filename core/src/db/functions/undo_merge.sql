-- owner: engine; execute: app
-- Undoes a merge: what came from the other contact, before or since, goes back to it; what the survivor was given is
-- taken back where it is still what was given. Answers why not: `missing`, `undone`, `merged` (the survivor is part of
-- another contact by now; that merge has to be undone first).
create or replace function core.undo_merge(
    p_tenant uuid, p_merge uuid, p_user uuid, out from_id uuid, out into_id uuid, out refused text)
language plpgsql security definer set search_path = core, pg_temp as $$
declare m record; given core.contact; before core.contact; now_left core.contact; tags uuid[];
  wallets uuid[]; later uuid;
begin
  if p_tenant is distinct from current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  perform lock_merges(p_tenant);
  select * into m from contact_merge where tenant_id = p_tenant and id = p_merge;
  if not found then refused := 'missing'; return; end if;
  from_id := m.from_id;
  into_id := m.into_id;
  if m.undone_at is not null then refused := 'undone'; return; end if;
  perform 1 from contact c where c.tenant_id = p_tenant and c.id in (m.from_id, m.into_id)
      order by c.id for no key update;
  if exists (select 1 from contact c where c.tenant_id = p_tenant and c.id = m.into_id and c.merged_into is not null)
  then refused := 'merged'; return; end if;
  perform 1 from ticket t where t.tenant_id = p_tenant and t.contact_id = m.into_id and t.origin_id = any (m.origins)
      order by t.id for update;

  update contact_identity i set contact_id = m.from_id, origin_id = nullif(i.origin_id, m.from_id)
    where i.tenant_id = p_tenant and i.contact_id = m.into_id and i.origin_id = any (m.origins);
  update ticket t set contact_id = m.from_id, origin_id = nullif(t.origin_id, m.from_id)
    where t.tenant_id = p_tenant and t.contact_id = m.into_id and t.origin_id = any (m.origins);
  update contact_note n set contact_id = m.from_id, origin_id = nullif(n.origin_id, m.from_id)
    where n.tenant_id = p_tenant and n.contact_id = m.into_id and n.origin_id = any (m.origins);
  update contact c set merged_into = null, updated_at = now() where c.tenant_id = p_tenant and c.id = m.from_id;
  given := jsonb_populate_record(null::core.contact, m.gave_fields);
  select * into before from contact c where c.tenant_id = p_tenant and c.id = m.into_id;
  update contact c set
         number = nullif(c.number, given.number), email = nullif(c.email, given.email),
         profile_pic_url = nullif(c.profile_pic_url, given.profile_pic_url),
         first_name = nullif(c.first_name, given.first_name), last_name = nullif(c.last_name, given.last_name),
         business_name = nullif(c.business_name, given.business_name),
         document = nullif(c.document, given.document), birthday = nullif(c.birthday, given.birthday),
         gender = nullif(c.gender, given.gender),
         marital_status = nullif(c.marital_status, given.marital_status), source = nullif(c.source, given.source),
         website = nullif(c.website, given.website),
         category = nullif(c.category, given.category), instagram = nullif(c.instagram, given.instagram),
         telegram_id = nullif(c.telegram_id, given.telegram_id),
         whatsapp_validated = c.whatsapp_validated
           and not coalesce(given.whatsapp_validated and c.number = given.number, false),
         extra_info = (select coalesce(jsonb_agg(e.entry order by e.ord), '[]')
             from jsonb_array_elements(c.extra_info) with ordinality e (entry, ord)
               where not m.gave_extra @> jsonb_build_array(e.entry)),
         attributes = (select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(c.attributes) a
             where m.gave_attributes -> a.key is distinct from a.value),
         updated_at = now()
   where c.tenant_id = p_tenant and c.id = m.into_id returning * into now_left;
  with gone as (
    delete from contact_tag t
     where t.tenant_id = p_tenant and t.contact_id = m.into_id and t.tag_id = any (m.gave_tags)
    returning t.tag_id)
    select array_agg(tag_id) into tags from gone;
  with gone as (
    delete from contact_wallet w
     where w.tenant_id = p_tenant and w.contact_id = m.into_id and w.user_id = any (m.gave_wallets)
    returning w.user_id)
    select array_agg(user_id) into wallets from gone;
  update contact_merge set undone_at = clock_timestamp(), undone_by = p_user
    where tenant_id = p_tenant and id = p_merge;
  -- A missing value may be one that a later contact would have given; values that people removed stay removed.
  for later in select o.id from contact_merge o
      where o.tenant_id = p_tenant and o.into_id = m.into_id and o.undone_at is null
        and (o.merged_at, o.id) > (m.merged_at, m.id) order by o.merged_at, o.id loop
    perform give_to_survivor(p_tenant, later, jsonb_build_object(
      'fields', (select jsonb_agg(f.key) from jsonb_each_text(to_jsonb(before)) f
          where f.value is not null and to_jsonb(now_left) ->> f.key is null),
      'extra', (select jsonb_agg(e.entry -> 'description') from jsonb_array_elements(before.extra_info) e (entry)
          where not now_left.extra_info @> jsonb_build_array(e.entry)),
      'attributes', (select jsonb_agg(a.key) from jsonb_object_keys(before.attributes) a (key)
          where not now_left.attributes ? a.key),
      'tags', to_jsonb(tags), 'wallets', to_jsonb(wallets)));
  end loop;
  insert into bus.outbox (event_id, tenant_id, name, key, data)
    values (gen_random_uuid(), p_tenant, 'contact.unmerged.v1', m.into_id::text,
        jsonb_build_object('from', m.from_id, 'into', m.into_id));
end $$;
