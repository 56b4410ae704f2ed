-- owner: engine; execute: app
-- Companies by name, or one of them. p_reseller bounds it to those that a reseller looks after; null is everybody's,
-- for masters. Names and counts alone: never what stands in conversations.
create or replace function core.list_companies(
    p_reseller uuid, p_id uuid, p_search text, p_after_name text, p_after_id uuid, p_limit integer)
returns setof jsonb
language sql stable security definer set search_path = '' as $$
  with page as (
    select t.* from core.tenant t
     where (p_reseller is null or t.reseller_id = p_reseller)
       and (p_id is null or t.id = p_id)
       and (p_search is null or t.name ilike p_search or t.document ilike p_search or t.email ilike p_search)
       and (p_after_id is null or (lower(t.name), t.id) > (lower(p_after_name), p_after_id))
     order by lower(t.name), t.id limit p_limit)
  select jsonb_build_object(
           'id', t.id, 'name', t.name, 'document', t.document, 'email', t.email, 'phoneNumber', t.phone_number,
           'locale', t.locale, 'timeZone', t.time_zone,
           'status', t.status, 'blockedAt', t.blocked_at, 'trialEndsAt', t.trial_ends_at,
           'userCreation', t.user_creation,
           'tier', t.tier, 'effectiveTier', core.tier_of(t.id), 'planId', t.plan_id, 'planName', p.name,
           'hasLicence', l.tenant_id is not null,
           'limits', jsonb_build_object(
             'users', t.max_users, 'connectedUsers', t.max_connected_users, 'connections', t.max_connections,
             'contacts', t.max_contacts, 'storage', t.max_storage),
           'isReseller', t.is_reseller, 'resellerId', t.reseller_id, 'resellerName', r.name,
           'resellerLimits', jsonb_build_object(
             'companies', t.reseller_max_tenants, 'users', t.reseller_max_users,
             'connections', t.reseller_max_connections),
           'use', jsonb_build_object(
             'users', u.users, 'connections', u.connections, 'contacts', u.contacts, 'storage', u.storage,
             'companies', (select count(*) from core.tenant c where c.reseller_id = t.id)),
           'lastActivityAt', greatest(
             (select max(a.last_login_at) from core.user_account a where a.tenant_id = t.id),
             (select max(s.last_seen_at) from core.session s where s.tenant_id = t.id and s.ended_at is null)),
           'createdAt', t.created_at)
    from page t
    left join platform.plan p on p.id = t.plan_id
    left join core.tenant r on r.id = t.reseller_id
    left join core.licence l on l.tenant_id = t.id
    cross join lateral core.use_of(t.id) u
   order by lower(t.name), t.id
$$;
