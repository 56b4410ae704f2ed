-- owner: engine; execute: app
-- Finds by how much the counts of a company's messages of some hours are off from its rows, and notes it for
-- core.settle_facts. The company's oldest hour loses none, nor do hours before it: what was deleted for its age stays
-- counted. May be called at any time, while the product runs.
create or replace function core.rebuild_facts(p_tenant uuid, p_from timestamptz, p_until timestamptz)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Nothing is settled meanwhile, so that the statement below sees each message in exactly one place.
  perform pg_advisory_xact_lock(hashtext('core.settle_facts'));
  with oldest as (
    select date_trunc('hour', m.created_at, 'UTC') as hour
      from core.message m where m.tenant_id = p_tenant order by m.id limit 1
  ), rows as (
    select date_trunc('hour', m.sent_at, 'UTC') as hour, m.connection_id, m.from_me,
           coalesce(m.user_id, m.connection_id) as author, 1 as messages
      from core.message m where m.tenant_id = p_tenant and m.sent_at >= p_from and m.sent_at < p_until
  ), known as (
    select f.hour, f.connection_id, f.from_me, f.author, -f.messages as messages
      from core.message_fact f where f.tenant_id = p_tenant and f.hour >= p_from and f.hour < p_until
    union all
    select d.hour, d.connection_id, d.from_me, d.author, -d.messages
      from core.fact_due d where d.tenant_id = p_tenant and d.hour >= p_from and d.hour < p_until
  )
  insert into core.fact_due (tenant_id, hour, connection_id, from_me, author, messages)
  select p_tenant, e.hour, e.connection_id, e.from_me, e.author, sum(e.messages)
    from (select * from rows union all select * from known) e
   group by e.hour, e.connection_id, e.from_me, e.author
  having sum(e.messages) > 0 or (sum(e.messages) < 0 and e.hour > (select o.hour from oldest o));
end $$;
