-- owner: database; execute: app, engine
-- Whether the company requires a second factor and the user has neither an authenticator app nor a passkey in force.
create or replace function core.lacks_second_factor(p_tenant uuid, p_user uuid, p_site text)
returns boolean
language sql stable set search_path = '' as $$
  select exists (select 1 from core.setting g
      where g.tenant_id = p_tenant and g.key = 'requireSecondFactor' and g.value = 'true'::jsonb)
     and not exists (select 1 from core.second_factor f
         where f.tenant_id = p_tenant and f.user_id = p_user and f.confirmed_at is not null)
     and not core.has_passkey_in_force(p_tenant, p_user, p_site)
$$;
