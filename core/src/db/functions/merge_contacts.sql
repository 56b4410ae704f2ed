-- owner: engine; execute: app
-- A merge by hand. Answers the merge, or why not: `missing`, `same`, `group`. Ids of contacts that were merged before
-- stand for their survivors.
create or replace function core.merge_contacts(
    p_tenant uuid, p_from uuid, p_into uuid, p_user uuid, out merge_id uuid, out from_id uuid, out into_id uuid,
    out refused text)
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  if p_tenant is distinct from current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  perform lock_merges(p_tenant);
  from_id := surviving_contact(p_tenant, p_from);
  into_id := surviving_contact(p_tenant, p_into);
  if from_id is null or into_id is null then refused := 'missing'; return; end if;
  if from_id = into_id then refused := 'same'; return; end if;
  perform 1 from contact c where c.tenant_id = p_tenant and c.id in (merge_contacts.from_id, merge_contacts.into_id)
      order by c.id for no key update;
  if exists (
    select 1 from contact c
     where c.tenant_id = p_tenant and c.id in (merge_contacts.from_id, merge_contacts.into_id) and c.is_group)
  then refused := 'group'; return; end if;
  perform 1 from ticket t where t.tenant_id = p_tenant and t.contact_id = merge_contacts.from_id
      order by t.id for update;
  merge_id := join_contacts(p_tenant, from_id, into_id, false, p_user);
end $$;
