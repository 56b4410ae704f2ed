-- owner: database; execute: app, engine
-- A message that is edited or emptied is found by its new words, also together with those that plugins added.
create or replace function core.renew_words()
returns trigger
language plpgsql set search_path = '' as $$
begin
  update core.added_words w set whole = w.body || E'\n' || new.body
   where w.tenant_id = new.tenant_id and w.message_id = new.id;
  return null;
end $$;
