-- Null: nobody wrote it, an automation did. A note of nobody's for nobody but its author could be read by nobody.
alter table plg_notes.note alter column user_id drop not null;
alter table plg_notes.note add constraint note_of_somebody check (user_id is not null or is_shared);
-- Theirs are written once too.
drop index plg_notes.note_key;
create unique index note_key on plg_notes.note (tenant_id, user_id, key) nulls not distinct where key is not null;
