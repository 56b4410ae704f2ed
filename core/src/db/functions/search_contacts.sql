-- owner: engine; execute: app
-- Contacts by part of name, number or e-mail, also by a number or an address of one who was merged into them. Under
-- row-level security the trigram index would not be used, hence a reviewed function; the caller's tenant is checked
-- against the transaction's. No other way than that index is left to the planner: in the order of another one it would
-- look for the first of many that are few.
create or replace function core.search_contacts(p_tenant uuid, p_pattern text, p_limit integer)
returns setof uuid
language plpgsql stable security definer set search_path = core, public, pg_temp
set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0 as $$
begin
  if p_tenant is distinct from current_tenant() then raise exception 'foreign tenant' using errcode = '42501'; end if;
  return query
    select case when c.merged_into is null then c.id else surviving_contact(p_tenant, c.id) end from contact c
     where c.tenant_id = p_tenant and c.search like p_pattern
       and (c.merged_into is null or c.number like p_pattern or lower(c.email) like p_pattern) limit p_limit;
end $$;
