-- owner: engine; execute: app
-- The company of a public address, unless it is inactive or blocked: asked by public pages before a company is known.
create or replace function core.find_company(p_address text)
returns uuid
language sql stable security definer set search_path = '' as $$
  select t.id
    from platform.company_address_directory d
    join core.tenant t on t.id = d.tenant_id
   where d.address = p_address and d.given_up_at is null and t.status = 'active' and t.blocked_at is null
$$;
