-- What helps with a conversation, and where its lead stands on the board.

alter table core.ticket
  -- Column of the board; null for what is on none.
  add column kanban_column text check (char_length(kanban_column) between 1 and 100),
  -- Whether voice messages are written out; null for what the company does otherwise.
  add column audio_transcription boolean,
  add column translation_enabled boolean not null default false,
  -- Tags of BCP 47; null for what nobody has said or found out.
  add column client_language text check (char_length(client_language) between 2 and 20),
  add column agent_language text check (char_length(agent_language) between 2 and 20);
