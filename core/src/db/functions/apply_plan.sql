-- owner: engine; execute: app
-- Gives all companies of a plan what it says now. Answers those companies.
create or replace function core.apply_plan(p_plan uuid)
returns setof uuid
language sql security definer set search_path = '' as $$
  update core.tenant t
     set tier = p.tier, max_users = p.max_users, max_connected_users = p.max_connected_users,
         max_connections = p.max_connections, max_contacts = p.max_contacts, max_storage = p.max_storage,
         updated_at = now()
    from platform.plan p where p.id = p_plan and t.plan_id = p.id
  returning t.id
$$;
