import postgres, { type Sql } from 'postgres'
import type {
  SimulatedAccount,
  SimulatedConversation,
  SimulatedMessage,
} from '../../plugins/import/simulator/account.ts'
import { emptyDatabase } from '../harness/database.ts'
import { overTcp } from '../harness/over-tcp.ts'

/** Tables as Chatwoot has them, of those that are read; times are those of UTC without a zone. */
const tables = `
  create table accounts (id serial primary key, name varchar not null);
  create table inboxes (id serial primary key, channel_id integer not null, account_id integer not null,
    name varchar not null, channel_type varchar);
  create table users (id serial primary key, name varchar not null, email varchar, encrypted_password varchar);
  create table account_users (id bigserial primary key, account_id bigint, user_id bigint, role integer default 0);
  create table teams (id bigserial primary key, name varchar not null, account_id bigint not null);
  create table team_members (id bigserial primary key, team_id bigint not null, user_id bigint not null);
  create table labels (id bigserial primary key, title varchar, account_id bigint);
  create table tags (id serial primary key, name varchar);
  create table taggings (id serial primary key, tag_id integer, taggable_type varchar, taggable_id integer,
    context varchar(128), created_at timestamp);
  create table canned_responses (id serial primary key, account_id integer not null, short_code varchar, content text);
  create table contacts (id serial primary key, name varchar default '', email varchar, phone_number varchar,
    account_id integer not null, identifier varchar, created_at timestamp not null, updated_at timestamp not null);
  create table contact_inboxes (id bigserial primary key, contact_id bigint, inbox_id bigint, source_id varchar);
  create table conversations (id serial primary key, account_id integer not null, inbox_id integer not null,
    status integer not null default 0, assignee_id integer, contact_id bigint, display_id integer not null,
    team_id bigint, first_reply_created_at timestamp, cached_label_list text, created_at timestamp not null,
    updated_at timestamp not null, last_activity_at timestamp not null, unique (account_id, display_id));
  create table messages (id serial primary key, content text, account_id integer not null, inbox_id integer not null,
    conversation_id integer not null, message_type integer not null, private boolean not null default false,
    content_type integer not null default 0, content_attributes json default '{}', sender_type varchar,
    sender_id bigint, created_at timestamp not null, updated_at timestamp not null);
  create table attachments (id serial primary key, file_type integer default 0, external_url varchar,
    message_id integer not null, account_id integer not null);
  create table active_storage_blobs (id bigserial primary key, key varchar not null, filename varchar not null,
    content_type varchar, byte_size bigint not null, service_name varchar not null);
  create table active_storage_attachments (id bigserial primary key, name varchar not null,
    record_type varchar not null, record_id bigint not null, blob_id bigint not null);
  create index on attachments (message_id);
  create index on messages (account_id);
`

/** The database of Chatwoot, with rows that a test adds or changes. */
export interface ChatwootDatabase {
  readonly sql: Sql
  readonly settings: Readonly<Record<string, unknown>>
  say(conversation: SimulatedConversation, message: SimulatedMessage): Promise<void>
  drop(): Promise<void>
}

/** Ids of conversations are their own; what people see is the number within the account. */
const idOf = ({ id }: SimulatedConversation): number => 1_000 + id
const statuses: readonly string[] = ['open', 'resolved', 'pending', 'snoozed']
/** Rails writes the time of UTC, with parts of a second. */
const at = (seconds: number): string => new Date(seconds * 1_000 + 437).toISOString().replace('T', ' ').replace('Z', '')

/** The same account as the API tells of, as number 1, beside another company's in the same database. */
export async function chatwootDatabase(account: SimulatedAccount): Promise<ChatwootDatabase> {
  const empty = await emptyDatabase()
  const sql = postgres(empty.ownerUrl, { max: 1, onnotice: () => undefined })
  await sql.unsafe(tables)
  await sql`insert into accounts (name) values ('Loja'), ('Outra empresa')`
  for (const { id, name, channel_type } of account.inboxes)
    await sql`insert into inboxes (id, channel_id, account_id, name, channel_type)
              values (${id}, ${id}, 1, ${name}, ${channel_type})`
  for (const { id, name, email } of account.agents) {
    await sql`insert into users (id, name, email, encrypted_password) values (${id}, ${name}, ${email}, '$2a$11$x')`
    await sql`insert into account_users (account_id, user_id, role) values (1, ${id}, ${id === 7 ? 1 : 0})`
  }
  for (const { id, name, members } of account.teams) {
    await sql`insert into teams (id, name, account_id) values (${id}, ${name}, 1)`
    for (const user of members) await sql`insert into team_members (team_id, user_id) values (${id}, ${user})`
  }
  for (const { id, title } of account.labels) {
    await sql`insert into labels (id, title, account_id) values (${id}, ${title}, 1)`
    await sql`insert into tags (id, name) values (${id}, ${title})`
  }
  for (const { id, short_code, content } of account.cannedResponses)
    await sql`insert into canned_responses (id, account_id, short_code, content)
              values (${id}, 1, ${short_code}, ${content})`
  for (const { id, name, email, phone_number, created_at } of [
    ...account.contacts,
    ...account.conversations.flatMap(({ contact }) => (account.contacts.includes(contact) ? [] : [contact])),
  ])
    await sql`insert into contacts (id, name, email, phone_number, account_id, created_at, updated_at)
              values (${id}, ${name}, ${email}, ${phone_number}, 1, ${at(created_at)}, ${at(created_at)})`
  const say = async (conversation: SimulatedConversation, message: SimulatedMessage): Promise<void> => {
    const { id, content, sender, created_at, content_attributes, attachments = [] } = message
    // Rails keeps the attributes as a text of JSON in a column of JSON; what other versions wrote is an object.
    const attributes = JSON.stringify(content_attributes)
    const kept = id % 2 === 0 ? attributes : JSON.stringify(attributes)
    await sql`
      insert into messages (id, content, account_id, inbox_id, conversation_id, message_type, private,
        content_attributes, sender_type, sender_id, created_at, updated_at)
      values (${id}, ${content}, 1, ${conversation.inbox_id}, ${idOf(conversation)}, ${message.message_type},
        ${message.private}, ${kept}::text::json, ${sender ? (sender.type === 'user' ? 'User' : 'Contact') : null},
        ${sender?.id ?? null}, ${at(created_at)}, ${at(created_at)})`
    for (const { data_url } of attachments) {
      const [{ file } = { file: 0 }] = await sql<{ file: number }[]>`
        insert into attachments (file_type, message_id, account_id) values (0, ${id}, 1) returning id as file`
      const [{ blob } = { blob: '' }] = await sql<{ blob: string }[]>`
        insert into active_storage_blobs (key, filename, content_type, byte_size, service_name)
        values ('ab12keyofthefile', ${decodeURIComponent(data_url.split('/').at(-1)!)}, 'image/png', 70, 'local')
        returning id as blob`
      await sql`insert into active_storage_attachments (name, record_type, record_id, blob_id)
                values ('file', 'Attachment', ${file}, ${blob})`
    }
  }
  for (const one of account.conversations) {
    await sql`
      insert into conversations (id, account_id, inbox_id, status, assignee_id, contact_id, display_id, team_id,
        created_at, updated_at, last_activity_at)
      values (${idOf(one)}, 1, ${one.inbox_id}, ${statuses.indexOf(one.status)}, ${one.assignee}, ${one.contact.id},
        ${one.id}, ${one.team}, ${at(one.created_at)}, ${at(one.last_activity_at)}, ${at(one.last_activity_at)})`
    for (const label of one.labels)
      await sql`insert into taggings (tag_id, taggable_type, taggable_id, context)
                select id, 'Conversation', ${idOf(one)}, 'labels' from tags where name = ${label}`
    for (const message of one.messages) await say(one, message)
  }
  await sql`insert into inboxes (id, channel_id, account_id, name) values (900, 900, 2, 'De outra')`
  await sql`insert into contacts (id, name, phone_number, account_id, created_at, updated_at)
            values (5000, 'Cliente alheio', '+5511977776666', 2, now(), now())`
  await sql`
    insert into conversations (id, account_id, inbox_id, contact_id, display_id, created_at, updated_at,
      last_activity_at) values (5000, 2, 900, 5000, 1, now(), now(), now())`
  await sql`
    insert into messages (id, content, account_id, inbox_id, conversation_id, message_type, created_at, updated_at)
    values (50000, 'De outra empresa', 2, 900, 5000, 0, now(), now())`
  const { hostname, port, pathname, username, password } = overTcp(empty.ownerUrl)
  return {
    sql,
    settings: {
      engine: 'postgres',
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls: 'off',
    },
    say,
    async drop() {
      await sql.end({ timeout: 5 })
      await empty.drop()
    },
  }
}
