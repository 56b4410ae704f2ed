-- owner: engine; execute: app
-- Contacts whose values fit a jsonpath predicate that asks for at least one value to be there. Under row-level security
-- the index over values would not be used, hence a reviewed function; the caller's tenant is checked against the
-- transaction's.
create or replace function core.contacts_by_attributes(p_tenant uuid, p_predicate text, p_limit integer)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_tenant is distinct from core.current_tenant() then
    raise exception 'foreign tenant' using errcode = '42501';
  end if;
  return query
    select c.id from core.contact c
     where c.tenant_id = p_tenant and c.attributes <> '{}' and c.attributes @@ p_predicate::jsonpath
       and c.merged_into is null and c.erased_at is null
     limit p_limit;
end $$;
