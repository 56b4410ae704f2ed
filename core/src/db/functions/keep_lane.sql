-- owner: engine; execute: nobody
-- Keeps the lane of a chat equal to what waits in it: it is there while something waits, and due when the first of it
-- is. Locks the lane before it looks, as core.claim_deliveries does, so that none of them misses what the other did.
-- Claiming an intent is left out: the claim itself says when the lane is due again.
create or replace function core.keep_lane()
returns trigger
language plpgsql security definer set search_path = core, pg_temp set plan_cache_mode = force_generic_plan
    set enable_seqscan = off as $$
declare
  -- What leaves one lane for another has left the first before it comes into the second.
  v_places delivery[] := case
    when tg_op = 'INSERT' then array[new]
    when tg_op = 'DELETE' then array[old]
    when (new.connection_id, new.chat) = (old.connection_id, old.chat) then array[new]
    else array[old, new] end;
  v_place delivery;
  v_due timestamptz;
  v_opens boolean;
  v_head timestamptz;
begin
  foreach v_place in array v_places loop
    select l.due_at, l.opens into v_due, v_opens from delivery_lane l
     where l.tenant_id = v_place.tenant_id and l.connection_id = v_place.connection_id and l.chat = v_place.chat
       for update;
    if not found then
      -- Who has left a lane that is gone was not the only one: it went with the first.
      if tg_op <> 'DELETE' and v_place.state in ('queued', 'leased', 'retry')
        and (v_place.connection_id, v_place.chat) = (new.connection_id, new.chat)
      then
        insert into delivery_lane as l (tenant_id, connection_id, chat, due_at, opens)
          values (v_place.tenant_id, v_place.connection_id, v_place.chat,
            delivery_due(v_place.state, v_place.next_at, v_place.lease_until),
            exists (
              select from connection_pace p
               where p.tenant_id = v_place.tenant_id and p.connection_id = v_place.connection_id)
            and begins_chat(v_place.tenant_id, v_place.connection_id, v_place.chat))
          on conflict on constraint delivery_lane_pkey do update set due_at = least(l.due_at, excluded.due_at);
      end if;
      continue;
    end if;
    select delivery_due(d.state, d.next_at, d.lease_until) into v_head from delivery d
     where d.tenant_id = v_place.tenant_id and d.connection_id = v_place.connection_id and d.chat = v_place.chat
       and d.state in ('queued', 'leased', 'retry')
     order by d.lane limit 1;
    if not found then
      delete from delivery_lane l
       where l.tenant_id = v_place.tenant_id and l.connection_id = v_place.connection_id and l.chat = v_place.chat;
    elsif v_head <> v_due or (v_opens and tg_op = 'UPDATE' and new.state in ('sent', 'pending')) then
      -- What went out has begun the chat.
      update delivery_lane l
         set due_at = v_head, opens = l.opens and not (tg_op = 'UPDATE' and new.state in ('sent', 'pending'))
       where l.tenant_id = v_place.tenant_id and l.connection_id = v_place.connection_id and l.chat = v_place.chat;
    end if;
  end loop;
  return null;
end $$;
