-- Tickets from which a note came into this one by merges, the last one last: an undo puts it back.
alter table plg_notes.note add column came_from uuid[] not null default '{}';
