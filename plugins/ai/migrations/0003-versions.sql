-- The owner of a table sees no company's rows. The host raises the wall again when the file is done.
alter table plg_ai.prompt no force row level security;
alter table plg_ai.conversation no force row level security;

-- What a prompt says, each time that it was saved. Of a prompt the latest ones are kept, and the published one.
create table plg_ai.prompt_version (
  tenant_id uuid not null,
  prompt_id uuid not null,
  version int not null,
  saved_at timestamptz not null default now(),
  -- Null for what was kept before there were versions.
  saved_by uuid,
  note text not null default '' check (char_length(note) <= 200),
  content jsonb not null,
  primary key (tenant_id, prompt_id, version),
  foreign key (tenant_id, prompt_id) references plg_ai.prompt on delete cascade
);

insert into plg_ai.prompt_version (tenant_id, prompt_id, version, content)
select tenant_id, id, 1, jsonb_build_object(
         'model', model, 'maxTokens', max_tokens, 'maxMessages', max_messages, 'temperature', temperature,
         'queueId', queue_id, 'text', text, 'maxTurns', max_turns, 'voiceProvider', voice_provider, 'voice', voice,
         'voiceRegion', voice_region, 'functions', functions)
  from plg_ai.prompt;

alter table plg_ai.prompt
  add column latest int not null default 1,
  -- The version that answers customers; null while there is none.
  add column published int,
  -- Calls that have a key, by function and host. The key is a secret of the plugin.
  add column function_keys text[] not null default '{}',
  drop column model,
  drop column max_tokens,
  drop column max_messages,
  drop column temperature,
  drop column queue_id,
  drop column text,
  drop column max_turns,
  drop column voice_provider,
  drop column voice,
  drop column voice_region,
  drop column functions;
update plg_ai.prompt set published = 1;

-- Functions have arguments now, in what is done and in what waits for a yes.
alter table plg_ai.conversation
  add column begun_at timestamptz not null default now(),
  drop constraint conversation_asked_check,
  alter column asked type jsonb
    using case when asked is null then null else jsonb_build_object('name', asked, 'arguments', '{}'::jsonb) end;
update plg_ai.conversation
   set step = step || jsonb_build_object(
         'acts', (select coalesce(jsonb_agg(jsonb_build_object('name', act, 'arguments', '{}'::jsonb, 'outcome', null)), '[]')
                    from jsonb_array_elements_text(step -> 'acts') as act),
         'asks', case when step ->> 'asks' is null then 'null'::jsonb
                      else jsonb_build_object('name', step ->> 'asks', 'arguments', '{}'::jsonb) end)
 where step is not null;
