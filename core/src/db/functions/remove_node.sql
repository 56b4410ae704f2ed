-- owner: engine; execute: app
-- Takes a node off the list and gives back what it had: its sessions, and its deliveries, which are judged at once.
-- Answers false for a node that is not on the list any more.
create or replace function core.remove_node(p_node text)
returns boolean
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  delete from platform.node where name = p_node;
  if not found then return false; end if;
  update connection set leased_by = null where leased_by = p_node;
  update delivery set lease_until = now() - interval '1 second'
   where state = 'leased' and leased_by = p_node and lease_until >= now();
  return true;
end $$;
