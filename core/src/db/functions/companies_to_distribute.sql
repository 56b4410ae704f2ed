-- owner: engine; execute: app
-- Companies in which something waits that a rule gives to somebody, and somebody is there. What a bot holds does not
-- wait for anybody of the team.
create or replace function core.companies_to_distribute(p_limit integer)
returns table (tenant_id uuid)
language sql stable security definer set search_path = '' as $$
  with company as (
    select s.tenant_id, max(s.value #>> '{}') filter (where s.key = 'autoDistribution') as mode,
           coalesce(bool_or(s.value::text::boolean) filter (where s.key = 'walletRouting'), false) as wallets
      from core.setting s where s.key in ('autoDistribution', 'walletRouting') group by s.tenant_id
  )
  select q.tenant_id from core.queue q left join company c on c.tenant_id = q.tenant_id
   where coalesce(q.distribution, c.mode, 'none') <> 'none'
     and exists (
       select 1 from core.ticket t
        where t.tenant_id = q.tenant_id and t.queue_id = q.id
          and t.status = 'pending' and t.user_id is null and t.bot is null)
     and exists (
       select 1 from core.user_queue m join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
        where m.tenant_id = q.tenant_id and m.queue_id = q.id and u.is_online and u.is_active and u.deleted_at is null)
  union
  select c.tenant_id from company c
   where c.wallets
     and exists (
       select 1 from core.ticket t
        where t.tenant_id = c.tenant_id and t.status = 'pending' and t.user_id is null and t.bot is null)
     and exists (
       select 1 from core.user_account u
        where u.tenant_id = c.tenant_id and u.is_online and u.is_active and u.deleted_at is null)
  limit p_limit
$$;
