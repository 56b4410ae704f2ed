-- owner: engine; execute: app
-- Crosses companies, for masters of the installation only. The companies, with how many passkeys each has.
create or replace function core.passkey_tenants(p_tenant uuid, p_master uuid)
returns table (id uuid, name text, passkeys integer)
language sql stable security definer set search_path = '' as $$
  select t.id, t.name, (select count(*)::integer from core.passkey p where p.tenant_id = t.id)
    from core.tenant t
   where exists (select 1 from core.user_account u
       where u.tenant_id = p_tenant and u.id = p_master and u.is_master and u.is_active and u.deleted_at is null)
   order by t.name, t.id
   limit 5000
$$;
