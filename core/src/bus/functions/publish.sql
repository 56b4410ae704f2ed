-- owner: engine; execute: public
-- Stores an event in the current transaction. For SQL of the house and for plugins, whose roles have no other right
-- here: the tenant must be the current one, and the role of a plugin can only publish names that begin with its id, and
-- those of kinds of services that its start registered for it (platform.service_publisher).
-- That role may carry the id of its installation: recado_<id>_plg_<plugin> beside plg_<plugin>, and
-- recado_<id>_own_<plugin> for who owns its tables, which publishes nothing.
create or replace function bus.publish(p_tenant uuid, p_name text, p_key text, p_data jsonb)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_role text := coalesce(nullif(current_setting('role', true), 'none'), session_user);
  v_plugin text := substring(v_role from '^(?:recado_[0-9a-f]{8}_)?plg_(.+)$');
  v_id uuid;
begin
  if p_name !~ '^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*\.v[1-9][0-9]*$' then
    raise exception 'not the name of an event: %', p_name using errcode = 'check_violation';
  end if;
  if length(p_key) not between 1 and 200 then
    raise exception 'the key of an event has 1 to 200 characters' using errcode = 'check_violation';
  end if;
  if v_role ~ '^(plg|recado_[0-9a-f]{8}_(plg|own))_' then
    if replace(split_part(p_name, '.', 1), '-', '_') is distinct from v_plugin
       and not exists (
         select from platform.service_publisher p where p.schema = 'plg_' || v_plugin and p.event = p_name
       ) then
      raise exception 'role % cannot publish %', v_role, p_name using errcode = 'insufficient_privilege';
    end if;
    if core.current_tenant() is null then
      raise exception 'a plugin publishes within a tenant' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if p_tenant <> core.current_tenant() then
    raise exception 'an event of another tenant' using errcode = 'insufficient_privilege';
  end if;
  insert into bus.outbox (tenant_id, name, key, data) values (p_tenant, p_name, p_key, coalesce(p_data, 'null'))
    returning event_id into v_id;
  return v_id;
end $$;
