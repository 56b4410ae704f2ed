-- Whose work asked: the plugin itself, or another one by its services.
alter table plg_ai.usage add column plugin text not null default 'ai' check (char_length(plugin) <= 60);
alter table plg_ai.usage_day
  add column plugin text not null default 'ai' check (char_length(plugin) <= 60),
  drop constraint usage_day_pkey,
  add primary key (tenant_id, day, plugin, purpose, model);
