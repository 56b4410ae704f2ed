-- owner: engine; execute: app
-- Makes the numbers of a company from its rows: notes all of its tickets, and by how much the counts of messages are
-- off. core.settle_facts does the rest. Hours before the company's oldest message keep their counts, and its hour loses
-- none: what was deleted for its age stays counted. May be called at any time, while the product runs.
create or replace function core.rebuild_facts(p_tenant uuid)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Nothing is settled meanwhile, so that the statement below sees each message in exactly one place.
  perform pg_advisory_xact_lock(hashtext('core.settle_facts'));
  with rows as (
    select date_trunc('hour', m.sent_at, 'UTC') as hour, m.connection_id, m.from_me, coalesce(m.user_id, m.connection_id) as author, 1 as messages
      from core.message m where m.tenant_id = p_tenant
  ), known as (
    select f.hour, f.connection_id, f.from_me, f.author, -f.messages as messages
      from core.message_fact f where f.tenant_id = p_tenant
    union all
    select d.hour, d.connection_id, d.from_me, d.author, -d.messages
      from core.fact_due d where d.tenant_id = p_tenant and d.messages is not null
  ), oldest as (
    select min(r.hour) as hour from rows r
  )
  insert into core.fact_due (tenant_id, hour, connection_id, from_me, author, messages)
  select p_tenant, e.hour, e.connection_id, e.from_me, e.author, sum(e.messages)
    from (select * from rows union all select * from known) e, oldest o where e.hour >= o.hour
   group by e.hour, e.connection_id, e.from_me, e.author, o.hour
  having sum(e.messages) > 0 or (sum(e.messages) < 0 and e.hour > o.hour);
  insert into core.fact_due (tenant_id, ticket_id) select t.tenant_id, t.id from core.ticket t where t.tenant_id = p_tenant;
  insert into core.facts_kept (tenant_id) values (p_tenant) on conflict (tenant_id) do update set since = now();
end $$;
