-- owner: engine; execute: app
-- Users over all companies, by name: for masters.
create or replace function core.list_users_of_companies(
    p_search text, p_tenant uuid, p_after_name text, p_after_id uuid, p_limit integer)
returns table (
    id uuid, name text, email text, profile text, is_active boolean, is_master boolean, last_login_at timestamptz,
    tenant_id uuid, tenant_name text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.name, u.email, u.profile, u.is_active, u.is_master, u.last_login_at, t.id, t.name
    from core.user_account u join core.tenant t on t.id = u.tenant_id
   where u.deleted_at is null and (p_tenant is null or u.tenant_id = p_tenant)
     and (p_search is null or u.name ilike p_search or u.email ilike p_search or t.name ilike p_search)
     and (p_after_id is null or (u.name, u.id) > (p_after_name, p_after_id))
   order by u.name, u.id limit p_limit
$$;
