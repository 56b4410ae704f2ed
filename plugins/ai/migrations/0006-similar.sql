-- Beginnings of the words of a summary, by which conversations about the same are found.
alter table plg_ai.summary add column words text[] not null default '{}';
create index summary_words on plg_ai.summary using gin (words);
