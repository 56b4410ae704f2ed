-- owner: engine; execute: app
-- What the reseller of a company may have altogether, and has: null limits where there is none. Holds the reseller
-- until the transaction ends, so that two companies at once do not both take the last place.
create or replace function core.reseller_room(p_reseller uuid)
returns table (
    max_companies integer, max_users integer, max_connections integer, companies integer, users integer,
    connections integer)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_reseller::text || ':reseller', 0));
  return query
    select r.reseller_max_tenants, r.reseller_max_users, r.reseller_max_connections,
           (select count(*) from core.tenant t where t.reseller_id = r.id)::integer,
           (select count(*) from core.user_account u join core.tenant t on t.id = u.tenant_id
               where t.reseller_id = r.id and core.takes_place(u, now()))::integer,
           (select count(*) from core.connection c join core.tenant t on t.id = c.tenant_id
               where t.reseller_id = r.id and c.deleted_at is null)::integer
      from core.tenant r where r.id = p_reseller;
end $$;
