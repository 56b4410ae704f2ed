-- Versions of blocks, and of the start with the settings of the flow, that two made at the same time and that nobody
-- has decided about: an array, kept with the draft under its revision.
alter table plg_flows.flow
  add column undecided jsonb not null default '[]' check (jsonb_typeof(undecided) = 'array');
