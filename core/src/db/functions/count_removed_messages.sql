-- owner: engine; execute: nobody
-- Takes the messages of a statement out of the counts, but where core.keeps_facts says that these outlive the messages:
-- what is deleted for its age stays counted.
create or replace function core.count_removed_messages()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('core.keeps_facts', true) = 'on' then
    return null;
  end if;
  insert into core.fact_due (tenant_id, hour, connection_id, from_me, author, messages)
  select r.tenant_id, date_trunc('hour', r.sent_at, 'UTC'), r.connection_id, r.from_me,
         coalesce(r.user_id, r.connection_id), -count(*)
    from removed r group by 1, 2, 3, 4, 5;
  return null;
end $$;
