-- owner: engine; execute: app
-- What companies have of the plugins, without the settings.
create or replace function core.plugin_choices(p_tenants uuid[])
returns table (tenant_id uuid, tier text, active boolean, rows jsonb)
language sql stable security definer set search_path = core, pg_temp as $$
  select t.id, core.tier_of(t.id), t.status = 'active',
         coalesce((select jsonb_object_agg(e.plugin, jsonb_build_object('enabled', e.enabled, 'settings', '{}'::jsonb))
                     from plugin_enablement e where e.tenant_id = t.id), '{}')
    from tenant t where t.id = any (p_tenants)
$$;
