-- Messages of a ticket that carry files, in their order (decision 165): the files of a conversation, and of all
-- conversations with a contact.
create index message_files on core.message (tenant_id, ticket_id, sent_at, id)
    where deleted_at is null and jsonb_path_exists(parts, '$[*] ? (@.kind == "media")');
