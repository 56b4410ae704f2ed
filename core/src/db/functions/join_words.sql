-- owner: database; execute: app, engine
-- Words that a plugin adds to a message are looked up together with the message's own, behind them: a text is read to
-- its 8,000th letter.
create or replace function core.join_words()
returns trigger
language plpgsql set search_path = '' as $$
begin
  new.whole := new.body || E'\n' || coalesce(
    (select m.body from core.message m where m.tenant_id = new.tenant_id and m.id = new.message_id), '');
  return new;
end $$;
