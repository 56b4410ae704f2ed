-- Messages that were taken in from other systems, by their id there: none comes twice, and a run is taken back as a
-- whole.
create table plg_quick_messages.taken (
  tenant_id uuid not null,
  -- The plugin that brought it, and how that calls the other system.
  caller text not null,
  source text not null,
  ref text not null,
  -- What it became; a message that is deleted here does not come again.
  message_id uuid not null,
  run_id uuid not null,
  -- False for one that was here before.
  made boolean not null,
  -- Key, text and owner as they were written last: what differs from it, somebody has changed.
  digest text not null,
  -- Another run that changed it.
  changed_by uuid,
  primary key (tenant_id, caller, source, ref)
);
create index taken_run on plg_quick_messages.taken (tenant_id, caller, run_id);
create index taken_changed on plg_quick_messages.taken (tenant_id, caller, changed_by) where changed_by is not null;
