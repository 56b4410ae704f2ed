-- Made by who writes the note, so that a repetition writes nothing again.
alter table plg_notes.note add column key text check (char_length(key) between 1 and 64);
create unique index note_key on plg_notes.note (tenant_id, user_id, key) where key is not null;
