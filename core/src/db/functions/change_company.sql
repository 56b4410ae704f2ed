-- owner: engine; execute: app
-- Changes the columns that `p_change` names. Answers the tier that counted before; null when there is no such company
-- in reach of p_reseller.
create or replace function core.change_company(p_reseller uuid, p_id uuid, p_change jsonb)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_before text;
begin
  select core.tier_of(t.id) into v_before from core.tenant t
   where t.id = p_id and (p_reseller is null or t.reseller_id = p_reseller) for update;
  if not found then return null; end if;
  update core.tenant t
     set name = c.name, document = c.document, email = c.email, phone_number = c.phone_number, locale = c.locale,
         time_zone = c.time_zone, status = c.status, blocked_at = c.blocked_at,
         tier = c.tier, plan_id = c.plan_id, trial_ends_at = c.trial_ends_at,
         max_users = c.max_users, max_connected_users = c.max_connected_users, max_connections = c.max_connections,
         max_contacts = c.max_contacts, max_storage = c.max_storage, user_creation = c.user_creation,
         reseller_id = c.reseller_id, is_reseller = c.is_reseller, reseller_max_tenants = c.reseller_max_tenants,
         reseller_max_users = c.reseller_max_users, reseller_max_connections = c.reseller_max_connections,
         updated_at = now()
    from (select (jsonb_populate_record(o, p_change)).* from core.tenant o where o.id = p_id) c
   where t.id = p_id;
  return v_before;
end $$;
