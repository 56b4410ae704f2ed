import postgres, { type Sql } from 'postgres'
import { emptyDatabase } from '../harness/database.ts'
import { overTcp } from '../harness/over-tcp.ts'

/** A database of another system, in a cluster of its own name; `tables` as that system has them. */
export interface OldSystem {
  readonly sql: Sql
  /** As an administrator enters them. */
  readonly settings: Readonly<Record<string, unknown>>
  /** From now on who reads a message waits, until it is released. */
  holdMessages(): Promise<{ release(): Promise<void> }>
  drop(): Promise<void>
}

/** Rows as whaticket writes them, with those that nobody would expect. */
const whaticketTables = `
  create table "Users" (id serial primary key, name varchar(255), email varchar(255), "passwordHash" varchar(255),
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now());
  create table "Queues" (id serial primary key, name varchar(255), color varchar(255));
  create table "Whatsapps" (id serial primary key, name varchar(255), status varchar(255));
  create table "Contacts" (id serial primary key, name varchar(255), number varchar(255), email varchar(255),
    "isGroup" boolean default false, "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now());
  create table "Tickets" (id serial primary key, status varchar(255), "lastMessage" text, "contactId" integer,
    "userId" integer, "whatsappId" integer, "queueId" integer, "isGroup" boolean default false,
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now());
  create table "Messages" (id varchar(255) primary key, body text, ack integer default 0, read boolean default false,
    "mediaType" varchar(255), "mediaUrl" varchar(255), "ticketId" integer, "fromMe" boolean default false,
    "isDeleted" boolean default false, "contactId" integer, "quotedMsgId" varchar(255),
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now());
`

const people = 120
const messagesEach = 5

/**
 * A whaticket database: 120 people with a conversation of five messages each, and a few rows that are wrong in every
 * way. `email` is that of the only user.
 */
export async function whaticket(email: string): Promise<OldSystem> {
  const empty = await emptyDatabase()
  const sql = postgres(empty.ownerUrl, { max: 2, onnotice: () => undefined })
  await sql.unsafe(whaticketTables)
  await sql`insert into "Users" (name, email) values ('Ana de antes', ${email}), ('Quem saiu', 'saiu@antes.example')`
  await sql`insert into "Queues" (name) values ('Vendas antigas'), (null)`
  await sql`insert into "Whatsapps" (name, status) values ('Loja', 'CONNECTED'), ('Antigo', 'DISCONNECTED')`
  await sql`
    insert into "Contacts" (name, number, email)
    select 'Pessoa ' || n, '5511987' || lpad(n::text, 6, '0'), 'p' || n || '@antes.example'
      from generate_series(1, ${people}) n`
  await sql`
    insert into "Tickets" (status, "contactId", "userId", "whatsappId", "queueId", "createdAt", "updatedAt")
    select case when n % 10 = 0 then 'open' when n % 10 = 1 then 'pending' else 'closed' end, n,
           case when n % 2 = 0 then 1 else 2 end, 1, 1, timestamptz '2024-03-01 12:00Z' + n * interval '1 hour',
           timestamptz '2024-03-01 12:30Z' + n * interval '1 hour'
      from generate_series(1, ${people}) n`
  await sql`
    insert into "Messages" (id, body, "ticketId", "fromMe", "contactId", "mediaType", "createdAt", "updatedAt",
      "quotedMsgId")
    select 'M' || md5(t || '/' || m), 'Mensagem ' || m || ' de ' || t, t, m % 2 = 0, t, 'chat',
           timestamptz '2024-03-01 12:00Z' + t * interval '1 hour' + m * interval '1 minute',
           timestamptz '2024-03-01 12:00Z' + t * interval '1 hour' + m * interval '1 minute',
           case when m = 3 then 'M' || md5(t || '/2') end
      from generate_series(1, ${people}) t, generate_series(1, ${messagesEach}) m`
  // Two contacts of one number, no name, no number, a group; and what cannot be.
  await sql`
    insert into "Contacts" (id, name, number, "isGroup") values
      (1001, 'Pessoa 1 de novo', '551187000001', false), (1002, null, '5521999990000', false),
      (1003, 'Sem número', null, false), (1004, 'Grupo', '120363000000000000', true), (1005, 'Torto', 'abc', false)`
  await sql`
    insert into "Tickets" (id, status, "contactId", "whatsappId", "isGroup", "createdAt", "updatedAt") values
      (1001, 'closed', 1002, 1, false, '0001-01-01', 'infinity'), (1002, 'closed', 99999, 1, false, now(), now()),
      (1003, 'open', 1003, 2, false, now(), now()), (1004, 'open', 1004, 1, true, now(), now()),
      (1005, 'open', 1005, 1, false, '2024-05-05', '2024-05-04'),
      (1006, 'strange', 1001, 1, false, '2024-05-05', '2024-05-06')`
  await sql`
    insert into "Messages" (id, body, "ticketId", "createdAt", "mediaType", "mediaUrl") values
      ('H1', repeat('x', 2000000), 1005, '2024-05-05', 'chat', null), ('H2', null, 1005, '2024-05-05', 'chat', null),
      ('H3', 'foto.jpg', 1005, '2024-05-05', 'image', 'foto.jpg'), ('H4', 'longe', 1005, '0044-03-15 BC', 'chat', null),
      ('H5', 'de ninguém', null, '2024-05-05', 'chat', null), ('H6', 'do grupo', 1004, '2024-05-05', 'chat', null),
      ('H7', 'amanhã', 1005, '2999-01-01', 'chat', null), ('H8', 'apagada', 1005, '2024-05-05', 'chat', null)`
  await sql`update "Messages" set "isDeleted" = true where id = 'H8'`
  const { hostname, port, pathname, username, password } = overTcp(empty.ownerUrl)
  return {
    sql,
    settings: {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls: 'off',
    },
    async holdMessages() {
      const holder = await sql.reserve()
      await holder`select pg_advisory_lock(7)`
      await holder`alter table "Messages" rename to "Messages_held"`
      await holder`
        create function waits() returns boolean language plpgsql stable as
          $$ begin perform pg_advisory_xact_lock_shared(7); return true; end $$`
      await holder`
        create view "Messages" as select id, case when waits() then body end as body, "ticketId", "fromMe", "isDeleted",
          "mediaType", "mediaUrl", "quotedMsgId", "createdAt", "updatedAt" from "Messages_held"`
      return {
        async release() {
          await holder`select pg_advisory_unlock(7)`
          holder.release()
        },
      }
    },
    async drop() {
      await sql.end({ timeout: 5 })
      await empty.drop()
    },
  }
}

/** Tables as izing and Z-PRO have them: companies in one database, times of messages in milliseconds. */
const izingTables = `
  create table "Tenants" (id bigserial primary key, name varchar(255));
  create table "Users" (id serial primary key, name varchar(255), email varchar(255), "tenantId" bigint);
  create table "Queues" (id serial primary key, queue varchar(255), "tenantId" bigint);
  create table "Tags" (id serial primary key, tag varchar(255), "tenantId" bigint);
  create table "ContactTags" (id serial primary key, "contactId" bigint, "tagId" bigint, "tenantId" bigint);
  create table "FastReply" (id serial primary key, key varchar(255), message text, "tenantId" bigint);
  create table "Whatsapps" (id serial primary key, name varchar(255), status varchar(255), "tenantId" bigint);
  create table "Contacts" (id serial primary key, name varchar(255), number varchar(255), email varchar(255),
    "isGroup" boolean default false, "tenantId" bigint, "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now());
  create table "Tickets" (id serial primary key, status varchar(255), "contactId" integer, "userId" integer,
    "whatsappId" integer, "queueId" integer, "isGroup" boolean default false, "tenantId" bigint, "closedAt" bigint,
    "startedAttendanceAt" bigint, "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now());
  create table "Messages" (id uuid primary key, "messageId" text, body text, "mediaType" varchar(255),
    "mediaUrl" varchar(255), "ticketId" integer, "userId" integer, "fromMe" boolean default false,
    "isDeleted" boolean default false, "contactId" integer, "quotedMsgId" uuid, timestamp bigint, "tenantId" bigint,
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now());
`

/** An izing database with two companies; the second has one person, ticket and message of the same kind. */
export async function izing(email: string): Promise<Pick<OldSystem, 'settings' | 'drop'>> {
  const empty = await emptyDatabase()
  const sql = postgres(empty.ownerUrl, { max: 1, onnotice: () => undefined })
  await sql.unsafe(izingTables)
  await sql`insert into "Tenants" (name) values ('Padaria'), ('Oficina')`
  await sql`
    insert into "Users" (name, email, "tenantId")
    values ('Ana de antes', ${email}, 1), ('De outra', 'x@outra.example', 2)`
  await sql`insert into "Queues" (queue, "tenantId") values ('Balcão', 1), ('Pátio', 2)`
  await sql`insert into "Tags" (tag, "tenantId") values ('fiel', 1), ('frota', 2)`
  await sql`
    insert into "FastReply" (key, message, "tenantId")
    values ('horario', 'Das 8 às 18', 1), ('guincho', 'A caminho', 2)`
  await sql`
    insert into "Whatsapps" (name, status, "tenantId") values ('Loja', 'CONNECTED', 1), ('Pátio', 'CONNECTED', 2)`
  await sql`
    insert into "Contacts" (name, number, "tenantId")
    select 'Pessoa ' || n, '5511987' || lpad(n::text, 6, '0'), case when n = 4 then 2 else 1 end
      from generate_series(1, 4) n`
  await sql`insert into "ContactTags" ("contactId", "tagId", "tenantId") values (1, 1, 1), (4, 2, 2)`
  await sql`
    insert into "Tickets" (status, "contactId", "userId", "whatsappId", "queueId", "tenantId", "startedAttendanceAt",
        "closedAt", "createdAt", "updatedAt")
    select 'closed', n, case when n = 4 then 2 else 1 end, case when n = 4 then 2 else 1 end,
           case when n = 4 then 2 else 1 end, case when n = 4 then 2 else 1 end, 1709298000000, 1709301600000,
           '2024-03-01 12:00Z', '2024-06-01 12:00Z'
      from generate_series(1, 4) n`
  await sql`
    insert into "Messages" (id, body, "ticketId", "userId", "fromMe", "mediaType", timestamp, "tenantId", "quotedMsgId")
    select md5(t || '/' || m)::uuid, 'Mensagem ' || m || ' de ' || t, t, case when m = 2 then 1 end, m = 2, 'chat',
           1709294400000 + m * 60000, case when t = 4 then 2 else 1 end, case when m = 3 then md5(t || '/2')::uuid end
      from generate_series(1, 4) t, generate_series(1, 3) m`
  const { hostname, port, pathname, username, password } = overTcp(empty.ownerUrl)
  return {
    settings: {
      engine: 'postgres',
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls: 'off',
    },
    async drop() {
      await sql.end({ timeout: 5 })
      await empty.drop()
    },
  }
}
