-- functions: join_words, renew_words, message_day, message_keys, message_place, message_words
-- `ai.use` was one permission for all assistance of the plugin with the id `ai`; six finer ones and two switches of the
-- company stand beside it now (decision 259). Nobody loses what they had: who holds `ai.use` gets the six, who is denied
-- it is denied them, and companies in which the plugin is on keep replies and summaries on demand.
create temporary table finer on commit drop as
  select unnest(array['ai.rewrite', 'ai.suggest', 'ai.summarize', 'ai.hint', 'ai.similar', 'ai.words']) as name;
update core.role set permissions = permissions || array(select name from finer where name <> all (permissions))
 where 'ai.use' = any (permissions);
update core.user_account set granted = granted || array(select name from finer where name <> all (granted))
 where 'ai.use' = any (granted);
update core.user_account set denied = denied || array(select name from finer where name <> all (denied))
 where 'ai.use' = any (denied);
update core.plugin_enablement set settings = '{"suggestReplies": true, "summarizeAsked": true}' || settings
 where plugin = 'ai' and enabled;

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
