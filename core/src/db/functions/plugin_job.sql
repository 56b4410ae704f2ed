-- owner: engine; execute: public
-- Stores a job of a plugin in the current transaction, or, with p_cancels, deletes the one of its key that has not
-- started. For the roles of plugins, which have no other right to jobs: the task must be the plugin's own, and the job
-- of the current tenant. What a role of a plugin is called: see bus.publish.
create or replace function core.plugin_job(
    p_task text, p_data json, p_run_at timestamptz, p_key text, p_cancels boolean)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_role text := coalesce(nullif(current_setting('role', true), 'none'), session_user);
  v_tenant uuid := core.current_tenant();
  v_key text := v_tenant || ':' || p_task || ':' || p_key;
begin
  if v_tenant is null then
    raise exception 'a job belongs to a tenant' using errcode = 'insufficient_privilege';
  end if;
  if p_task not like 'plugin:%' or v_role ~ '^(plg|recado_[0-9a-f]{8}_(plg|own))_'
     and replace(split_part(p_task, ':', 2), '-', '_')
         is distinct from substring(v_role from '^(?:recado_[0-9a-f]{8}_)?plg_(.+)$') then
    raise exception 'role % cannot store jobs of %', v_role, p_task using errcode = 'insufficient_privilege';
  end if;
  if p_cancels then
    perform graphile_worker.remove_job(v_key);
  else
    perform graphile_worker.add_job(
      p_task, json_build_object('tenantId', v_tenant, 'data', p_data), run_at => p_run_at, job_key => v_key);
  end if;
end $$;
