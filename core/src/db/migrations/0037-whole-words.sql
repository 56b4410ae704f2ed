-- functions: join_words, renew_words, message_day, message_keys, message_place, message_words
-- Words that plugins added are looked up together with those of the message (decision 260): one of a caption and one of
-- a transcript meet. The text is made by the trigger; it follows the message when that is edited.
drop index core.added_word_keys;
alter table core.added_words add column whole text not null default '';
update core.added_words w set whole = w.body || E'\n' || m.body
  from core.message m where m.tenant_id = w.tenant_id and m.id = w.message_id;
create index added_word_keys on core.added_words using gin (core.message_keys(tenant_id, sent_at, whole))
    with (fastupdate = off);
create trigger words_joined before insert or update of body on core.added_words
  for each row execute function core.join_words();
create trigger message_reworded after update of body on core.message for each row
  when (new.body is distinct from old.body) execute function core.renew_words();
