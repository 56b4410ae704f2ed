-- owner: database; execute: app, engine
-- The tier that counts: a licence's, else the plan's, and free once a licence does not hold or a trial is over.
create or replace function core.tier_of(p_tenant uuid)
returns text
language sql stable set search_path = '' as $$
  select case
      when l.tenant_id is not null and (l.state <> 'valid' or l.expires_at <= now()) then 'free'
      when l.tenant_id is not null then l.tier
      when t.trial_ends_at <= now() then 'free'
      else t.tier
    end
    from core.tenant t left join core.licence l on l.tenant_id = t.id
   where t.id = p_tenant
$$;
