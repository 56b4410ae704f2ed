-- owner: engine; execute: nobody
-- A ticket whose numbers are read again by core.settle_facts.
create or replace function core.note_ticket()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into core.fact_due (tenant_id, ticket_id) values (new.tenant_id, new.id);
  return null;
end $$;
