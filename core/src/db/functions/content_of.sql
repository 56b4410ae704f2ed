-- owner: database; execute: app, engine
-- As contentOf of the contracts: what stands for a message that is not only words, and whether words go with it.
create or replace function core.content_of(p_parts jsonb)
returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('as', coalesce(part ->> 'as', part ->> 'kind'), 'captioned', p_parts @? '$[*] ? (
           exists(@.caption) || @.kind == "contacts" || (@.kind == "location" && (exists(@.name) || exists(@.address)))
           || !(@.kind == "media" || @.kind == "pendingMedia" || @.kind == "location"))')
    from jsonb_path_query_first(p_parts,
      '$[*] ? (@.kind == "media" || @.kind == "pendingMedia" || @.kind == "location" || @.kind == "contacts")') part
   where part is not null
$$;
