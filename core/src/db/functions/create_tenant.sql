-- owner: engine; execute: app
-- A company with its first administrator and queue; nobody becomes a master by it. `p_plan` gives it tier and limits;
-- without one `p_tier` counts. Who registers (`p_public`) chooses among the plans that the platform offers to the
-- public, and tries it out. Answers whether it was made: false for a plan that is not there. An address or a number
-- that is taken violates the key of its directory.
create or replace function core.create_tenant(
    p_id uuid, p_name text, p_tier text, p_locale text, p_time_zone text, p_plan uuid, p_public boolean,
    p_document text, p_admin uuid, p_admin_name text, p_email text, p_phone text, p_password_hash text, p_queue uuid,
    p_queue_name text)
returns boolean
language plpgsql security definer set search_path = '' as $$
declare plan platform.plan;
begin
  if p_plan is not null then
    select * into plan from platform.plan
     where id = p_plan and is_active and (not p_public or (is_public and reseller_id is null));
    if not found then return false; end if;
  end if;
  insert into core.tenant (
    id, name, tier, locale, time_zone, plan_id, trial_ends_at,
    max_users, max_connected_users, max_connections, max_contacts, max_storage, document, email, phone_number)
  values (
    p_id, p_name, coalesce(plan.tier, p_tier), p_locale, p_time_zone, p_plan,
    case when p_public then now() + make_interval(days => plan.trial_days) end,
    plan.max_users, plan.max_connected_users, plan.max_connections, plan.max_contacts, plan.max_storage,
    p_document, p_email, p_phone);
  insert into core.user_account (id, tenant_id, name, email, phone_number, password_hash, profile)
  values (p_admin, p_id, p_admin_name, p_email, p_phone, p_password_hash, 'admin');
  insert into core.queue (id, tenant_id, name) values (p_queue, p_id, p_queue_name);
  insert into core.user_queue (tenant_id, user_id, queue_id) values (p_id, p_admin, p_queue);
  return true;
end $$;
