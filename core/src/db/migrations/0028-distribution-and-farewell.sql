-- Giving what waits to somebody who is there, and what a connection says when a ticket is resolved.

-- S3-042. Null for nothing.
alter table core.connection add column farewell_message text check (char_length(farewell_message) <= 1000);

-- Of a queue, where it differs from the company's; null is the company's.
alter table core.queue add column distribution text check (distribution in ('none', 'balance', 'random'));

-- What waits for somebody to take it up.
create index ticket_waiting on core.ticket (tenant_id, queue_id, updated_at) where status = 'pending' and user_id is null;

-- Companies in which something waits that a rule gives to somebody, and somebody is there.
create function core.companies_to_distribute(p_limit integer) returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    with company as (
      select s.tenant_id, max(s.value #>> '{}') filter (where s.key = 'autoDistribution') as mode, coalesce(bool_or(s.value::text::boolean) filter (where s.key = 'walletRouting'), false) as wallets
        from core.setting s where s.key in ('autoDistribution', 'walletRouting') group by s.tenant_id
    )
    select q.tenant_id from core.queue q left join company c on c.tenant_id = q.tenant_id
     where coalesce(q.distribution, c.mode, 'none') <> 'none'
       and exists (select 1 from core.ticket t where t.tenant_id = q.tenant_id and t.queue_id = q.id and t.status = 'pending' and t.user_id is null)
       and exists (select 1 from core.user_queue m join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
                    where m.tenant_id = q.tenant_id and m.queue_id = q.id and u.is_online and u.is_active and u.deleted_at is null)
    union
    select c.tenant_id from company c
     where c.wallets and exists (select 1 from core.ticket t where t.tenant_id = c.tenant_id and t.status = 'pending' and t.user_id is null)
       and exists (select 1 from core.user_account u where u.tenant_id = c.tenant_id and u.is_online and u.is_active and u.deleted_at is null)
    limit p_limit
  $$;

grant create on schema core to recado_engine;
alter function core.companies_to_distribute(integer) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke all on function core.companies_to_distribute(integer) from public;
grant execute on function core.companies_to_distribute(integer) to recado_app;
