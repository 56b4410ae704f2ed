-- owner: engine; execute: app
-- Tickets whose values fit a jsonpath predicate that asks for at least one value to be there:
-- core.contacts_by_attributes for tickets.
create or replace function core.tickets_by_attributes(p_tenant uuid, p_predicate text, p_limit integer)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_tenant is distinct from core.current_tenant() then
    raise exception 'foreign tenant' using errcode = '42501';
  end if;
  return query
    select t.id from core.ticket t
     where t.tenant_id = p_tenant and t.attributes <> '{}' and t.attributes @@ p_predicate::jsonpath limit p_limit;
end $$;
