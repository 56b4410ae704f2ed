-- owner: database; execute: app, engine
-- As contentOf of the contracts: what stands for a message that is not only words, and whether words go with it. One
-- expression, and stable as jsonb_build_object is: so the planner puts it in the place of its call.
create or replace function core.content_of(p_parts jsonb)
returns jsonb
language sql stable parallel safe
return case when p_parts @? '$[*] ? (@.kind == "media" || @.kind == "pendingMedia" || @.kind == "location"
    || @.kind == "contacts")' then jsonb_build_object(
  'as', coalesce(
    jsonb_path_query_first(p_parts, '$[*] ? (@.kind == "media" || @.kind == "pendingMedia" || @.kind == "location"
      || @.kind == "contacts")') ->> 'as',
    jsonb_path_query_first(p_parts, '$[*] ? (@.kind == "media" || @.kind == "pendingMedia" || @.kind == "location"
      || @.kind == "contacts")') ->> 'kind'),
  'captioned', p_parts @? '$[*] ? (exists(@.caption) || @.kind == "contacts"
    || (@.kind == "location" && (exists(@.name) || exists(@.address)))
    || (@.kind == "letterHead" && exists(@.subject))
    || !(@.kind == "media" || @.kind == "pendingMedia" || @.kind == "location" || @.kind == "letterHead"))')
end;
