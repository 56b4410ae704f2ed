-- owner: engine; execute: app
-- Deletes the entries of the trail that some seals cover; the seals stay. The server's own role may delete none. What
-- was deleted without a note under the key of seals is found by whoever verifies the trail.
create or replace function core.expire_audit(p_tenant uuid, p_after bigint, p_through bigint)
returns integer
language plpgsql security definer set search_path = '' as $$
declare v_gone integer;
begin
  if p_tenant is distinct from core.current_tenant() then
    raise exception 'foreign tenant' using errcode = '42501';
  end if;
  with covered as (
    delete from core.audit_sealed e where e.tenant_id = p_tenant and e.number > p_after and e.number <= p_through
    returning e.entry_id
  )
  delete from core.audit_log l using covered c where l.tenant_id = p_tenant and l.id = c.entry_id;
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
