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
