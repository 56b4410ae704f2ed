-- owner: engine; execute: app
-- The history of merges goes with the person; the server itself may only read it.
create or replace function core.forget_merges(p_tenant uuid, p_contacts uuid[])
returns integer
language plpgsql security definer set search_path = '' as $$
declare v_gone integer;
begin
  delete from core.contact_merge m
   where m.tenant_id = p_tenant and (m.from_id = any (p_contacts) or m.into_id = any (p_contacts));
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
