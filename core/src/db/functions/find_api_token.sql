-- owner: engine; execute: app
-- A token with everything that decides what its maker may do; the tenant is not known before.
create or replace function core.find_api_token(p_id uuid, p_site text)
returns table (
    token_id uuid, tenant_id uuid, user_id uuid, secret_hash bytea, scopes text[], over boolean, active boolean,
    deleted boolean, blocked boolean, name text, profile text, is_master boolean, is_reseller boolean,
    role_permissions text[], granted text[], denied text[], locale text, queue_ids uuid[], time_zone text,
    must_enrol boolean, token_name text, plugin text)
language sql stable security definer set search_path = '' as $$
  select a.id, a.tenant_id, a.user_id, a.secret_hash, a.scopes, least(a.expires_at, a.accepted_until) <= now(),
         u.is_active and t.status = 'active', u.deleted_at is not null, t.blocked_at is not null,
         u.name, u.profile, u.is_master, t.is_reseller, r.permissions, u.granted, u.denied,
         coalesce(u.configs ->> 'locale', t.locale),
         array(select q.queue_id from core.user_queue q where q.tenant_id = a.tenant_id and q.user_id = a.user_id),
         t.time_zone,
         u.password_hash <> '!' and core.lacks_second_factor(a.tenant_id, a.user_id, p_site),
         a.name, a.plugin
    from platform.api_token_directory d
    join core.api_token a on a.tenant_id = d.tenant_id and a.id = d.token_id
    join core.user_account u on u.tenant_id = a.tenant_id and u.id = a.user_id
    join core.tenant t on t.id = a.tenant_id
    left join core.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
   where d.token_id = p_id
$$;
