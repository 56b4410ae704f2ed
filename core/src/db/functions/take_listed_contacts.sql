-- owner: engine; execute: app
-- Takes people whom a channel lists, by the rules by which those who write are found (core.identify). Row i of the
-- answer belongs to element i of the arrays; claim j is a further verified identity of row p_claim_row[j]. Someone who
-- is known gets what is missing of number and address, and a name only in place of one that is their own number,
-- address or id: that, nobody wrote. `again` and `conflict` are as in core.inbound_batch; `full` when p_room contacts
-- were made already.
create or replace function core.take_listed_contacts(
    p_tenant uuid, p_kind text, p_value text[], p_name text[], p_phone text[], p_email text[], p_contact uuid[],
    p_claim_row integer[], p_claim_kind text[], p_claim_value text[], p_hash_row integer[], p_hash text[],
    p_room integer, p_final boolean)
returns table (ord integer, contact_id uuid, outcome text)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
declare
  held uuid[] := '{}'; room integer := p_room;
  kinds text[]; vals text[]; someone record; known boolean; added boolean; unnamed boolean;
begin
  if p_tenant is distinct from current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  perform lock_identities(array_agg(p_tenant), array_agg(i.kind), array_agg(i.value)) from (
    select p_kind as kind, u.value from unnest(p_value) u (value)
    union select u.kind, u.value from unnest(p_claim_kind, p_claim_value) u (kind, value)) i;
  for someone in
    select c.id, c.merged_into from contact c where c.tenant_id = p_tenant and c.id in (
      select i.contact_id from contact_identity i
        where i.tenant_id = p_tenant and i.kind = p_kind and i.value = any (p_value)
      union select i.contact_id from unnest(p_claim_kind, p_claim_value) u (kind, value)
          join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value)
     order by c.id for no key update
  loop
    if someone.merged_into is null then held := held || someone.id; end if;
  end loop;
  for k in 1 .. coalesce(array_length(p_value, 1), 0) loop
    ord := k;
    select coalesce(array_agg(u.kind order by u.ord), '{}'), coalesce(array_agg(u.value order by u.ord), '{}')
      into kinds, vals
      from unnest(p_claim_row, p_claim_kind, p_claim_value) with ordinality u (row, kind, value, ord) where u.row = k;
    known := exists (select 1 from contact_identity i
        where i.tenant_id = p_tenant and i.kind = p_kind and i.value = p_value[k])
      or exists (select 1 from unnest(kinds, vals) u (kind, value)
        join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value and i.verified
        join contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id and not c.is_group);
    if not known and exists (select 1 from unnest(p_hash_row, p_hash) h (row, hash)
        join erased_address e on e.tenant_id = p_tenant and e.hash = decode(h.hash, 'hex') where h.row = k) then
      contact_id := null; outcome := 'unchanged';
      return next; continue;
    end if;
    if not known and room = 0 then
      contact_id := null; outcome := 'full';
      return next; continue;
    end if;
    added := exists (
      select 1 from (
        select p_kind as kind, p_value[k] as value
        union all select u.kind, u.value from unnest(kinds, vals) u (kind, value)) u
      where not exists (select 1 from contact_identity i
          where i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value));
    select i.contact, i.outcome into contact_id, outcome
      from identify(p_tenant, p_kind, p_value[k], p_name[k], p_phone[k], p_email[k], false, kinds, vals, p_contact[k],
          held, p_final) i;
    if outcome is null and contact_id = p_contact[k] then
      outcome := 'created';
      held := held || contact_id;
      room := room - 1;
    elsif outcome is null then
      select (p_name[k] <> p_value[k] and p_name[k] <> c.name
          and (c.name in (p_phone[k], p_email[k]) is true or is_unnamed(p_tenant, c.id))) is true into unnamed
        from contact c where c.tenant_id = p_tenant and c.id = contact_id;
      update contact c set name = case when unnamed then p_name[k] else c.name end,
          number = coalesce(c.number, p_phone[k]), email = coalesce(c.email, p_email[k]), updated_at = now()
       where c.tenant_id = p_tenant and c.id = contact_id and not c.is_group
         and (unnamed or (c.number is null and p_phone[k] is not null) or (c.email is null and p_email[k] is not null));
      outcome := case when found or added then 'updated' else 'unchanged' end;
    end if;
    return next;
  end loop;
end $$;
