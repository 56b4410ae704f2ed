-- A token that a plugin issued for a user of it is accepted at that plugin's routes alone (decision 184).
alter table core.api_token add column plugin text check (char_length(plugin) <= 60);
