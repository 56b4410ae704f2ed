-- owner: engine; execute: app
-- Notes the tickets of a company behind one of them for core.settle_facts, p_limit at most. Answers the last of them;
-- null when there is none.
create or replace function core.recount_tickets(p_tenant uuid, p_after uuid, p_limit integer)
returns uuid
language sql volatile security definer set search_path = '' as $$
  with noted as (
    insert into core.fact_due (tenant_id, ticket_id)
    select t.tenant_id, t.id from core.ticket t
     where t.tenant_id = p_tenant and (p_after is null or t.id > p_after) order by t.id limit p_limit
    returning ticket_id
  )
  select n.ticket_id from noted n order by n.ticket_id desc limit 1
$$;
