-- Messages of a ticket that hold web links, in their order (decision 201): the links of a conversation, and of all
-- conversations with a contact.
create index message_links on core.message (tenant_id, ticket_id, sent_at, id)
    where deleted_at is null and body ~* '(https?://|www\.)';
