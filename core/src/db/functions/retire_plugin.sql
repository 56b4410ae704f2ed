-- owner: engine; execute: app
-- Switches a removed plugin off for every company, so that whatever comes back under its id starts switched off. With
-- p_erase the companies' settings and secrets of it go too.
create or replace function core.retire_plugin(p_plugin text, p_erase boolean)
returns void
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  if p_erase then
    delete from plugin_enablement e where e.plugin = p_plugin;
    delete from secret s where s.owner = p_plugin;
  else
    update plugin_enablement e set enabled = false, updated_at = now() where e.plugin = p_plugin and e.enabled;
  end if;
end $$;
