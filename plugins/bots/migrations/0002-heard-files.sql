-- The message, where it has files: the bot is told their addresses.
alter table plg_bots.heard add column message_id uuid;
