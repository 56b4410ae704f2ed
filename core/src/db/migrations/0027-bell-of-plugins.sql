-- functions: current_tenant
-- What plugins tell by the bell (decision 234): a kind that the plugin declares, what it is about, and facts for the
-- text of the kind.
alter table core.bell_entry
  drop constraint bell_entry_kind_check,
  drop constraint bell_entry_check,
  add column plugin text,
  add column notice text,
  add column notice_key text,
  add column facts jsonb,
  add column path text,
  add column expires_at timestamptz;
drop index core.bell_entry_unread;
alter table core.bell_entry drop column subject;
alter table core.bell_entry
  add column subject uuid not null
    generated always as (
      coalesce(ticket_id, connection_id, md5(plugin || '/' || notice || '/' || notice_key)::uuid)) stored,
  add constraint bell_entry_kind_check
    check (kind in ('mentioned', 'assigned', 'woken', 'undelivered', 'channelBroken', 'plugin')),
  add constraint bell_entry_check
    check (case when kind = 'plugin' then num_nonnulls(plugin, notice, notice_key, facts) = 4
                                          and num_nonnulls(ticket_id, connection_id) = 0
                else num_nonnulls(ticket_id, connection_id) = 1 and plugin is null end);
create unique index bell_entry_unread on core.bell_entry (tenant_id, user_id, kind, subject) where read_at is null;
create index bell_entry_of_plugin on core.bell_entry (tenant_id, plugin, subject) where plugin is not null;
