-- owner: engine; execute: nobody
-- Whatever is written into the audit trail waits for its seal, whoever writes it.
create or replace function core.await_seal()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into core.audit_pending (tenant_id, entry_id, writer) values (new.tenant_id, new.id, session_user);
  return null;
end $$;
