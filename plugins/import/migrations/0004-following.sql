-- Imports that follow the old system until somebody switches them off: what changed there is read again and again.
alter table plg_import.run drop constraint run_state_check;
alter table plg_import.run add constraint run_state_check
  check (state in ('running', 'done', 'failed', 'cancelled', 'undoing', 'undone', 'following'));
create unique index run_following on plg_import.run (tenant_id) where state = 'following';
alter table plg_import.run
  -- How the tables of the source looked, and from which changes on the next pass reads; null for a run that does not
  -- follow.
  add column followed jsonb,
  -- Everything that had changed until then is here.
  add column caught_up_at timestamptz,
  -- Why the last pass did not come to its end; it is tried again.
  add column follow_error text;
