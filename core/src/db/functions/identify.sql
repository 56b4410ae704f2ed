-- owner: engine; execute: nobody
-- The contact behind an identity, made when nobody has it. Claims are other verified identities of the same person, the
-- strongest first; a known one finds the contact, the others join it. Whoever calls holds the locks of all these
-- identities and of the contacts in p_held. Nothing is written when `outcome` is `again` (the contact was merged or set
-- apart in this moment) or `conflict` (the identities belong to several people, who have to become one first).
create or replace function core.identify(
    p_tenant uuid, p_kind text, p_value text, p_name text, p_phone text, p_email text, p_group boolean,
    p_claim_kind text[], p_claim_value text[], p_contact uuid, p_held uuid[], p_final boolean, out contact uuid,
    out origin uuid, out outcome text)
language plpgsql security definer set search_path = core, pg_temp as $$
declare nobody boolean := p_group;
begin
  select i.contact_id, coalesce(i.origin_id, i.contact_id), c.is_group into contact, origin, nobody
    from contact_identity i join core.contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id
      where i.tenant_id = p_tenant and i.kind = p_kind and i.value = p_value;
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
        join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value and i.verified
          and i.contact_id <> contact
        join core.contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id and not c.is_group
       where not kept_apart(p_tenant, contact, i.contact_id)) then outcome := 'conflict'; return; end if;
  else
    contact := p_contact;
    origin := p_contact;
    insert into core.contact (id, tenant_id, name, number, email, is_group)
      values (contact, p_tenant, p_name, p_phone, p_email, p_group);
    insert into bus.outbox (event_id, tenant_id, name, key, data)
      values (gen_random_uuid(), p_tenant, 'contact.created.v1', contact::text,
          jsonb_build_object('contactId', contact));
  end if;
  insert into contact_identity (tenant_id, kind, value, contact_id, origin_id, verified)
    values (p_tenant, p_kind, p_value, contact, nullif(origin, contact), true) on conflict do nothing;
  if not nobody then
    insert into contact_identity (tenant_id, kind, value, contact_id, origin_id, verified)
      select p_tenant, u.kind, u.value, contact, nullif(origin, contact), true
        from unnest(p_claim_kind, p_claim_value) u (kind, value) on conflict do nothing;
  end if;
end $$;
