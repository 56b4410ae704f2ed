import type { Latest } from '../run/latest.ts'
import type { Layout } from '../source/layout.ts'
import type {
  ContactRow,
  LabelRow,
  MessageChoice,
  MessageRow,
  Page,
  QuickMessageRow,
  Reader,
  TicketRow,
  UserRow,
} from '../source/reader.ts'
import type { Source } from '../source/source.ts'
import {
  isKnownContact,
  isSaidRow,
  labelsOf,
  messageOfColumns,
  roleOf,
  ticketOfColumns,
  type ConversationColumns,
  type MessageColumns,
} from './chatwoot-database-rows.ts'
import { withOurNames } from './variables.ts'

const pageSizes = { label: 500, contact: 500, ticket: 500, message: 1_000, file: 50 } as const
/** Characters of a text that leave the source: one more than are kept. */
const longestText = 60_001
const longestQuickMessage = 10_001
/** Attributes of mails hold the whole mail. */
const longestAttributes = 4_000

/** Labels of a row `owner`, in the order in which they were given. */
const labelsSql = (type: string, owner: string): string =>
  `(select string_agg(g.name, ',' order by w.id) from taggings w join tags g on g.id = w.tag_id
     where w.taggable_type = '${type}' and w.taggable_id = ${owner} and w.context = 'labels')`

/** What a contact is, of alias `alias`. */
const contactSql = (alias: string): string => `
  ${alias}.id::text as ref, left(${alias}.name, 200) as name, left(${alias}.phone_number, 60) as number,
  left(${alias}.email, 320) as email, ${labelsSql('Contact', `${alias}.id`)} as labels`
interface ContactColumns {
  readonly ref: string
  readonly name: string | null
  readonly number: string | null
  readonly email: string | null
  readonly labels: string | null
}
const contactOfColumns = ({ labels, ...row }: ContactColumns): ContactRow => ({
  ...row,
  isGroup: false,
  tags: labelsOf(labels),
})

/** The attributes, of which Chatwoot keeps the JSON as a text of JSON; of long ones those alone that are asked for. */
const attributesSql = `
  case when json_typeof(x.content_attributes::json) = 'object'
       then json_build_object('deleted', x.content_attributes::json -> 'deleted',
                              'in_reply_to', x.content_attributes::json -> 'in_reply_to')::text
       when length(x.content_attributes::json #>> '{}') <= ${longestAttributes}
       then x.content_attributes::json #>> '{}' end`
const conditions: Readonly<Record<MessageChoice, string>> = {
  all: 'true',
  quotes: `x.content_attributes::text like '%in_reply_to%'`,
  files: `f.id is not null`,
}

/** Reads an account in the database of Chatwoot, in pages, each by an index, under the ids that its API tells. */
export class ChatwootDatabasePages implements Reader {
  readonly #source: Source
  readonly #layout: Layout
  readonly #account: string
  readonly #since: Latest
  /** @param since reads of these tables only what changed from then on, in milliseconds of the source */
  constructor(source: Source, layout: Layout, account: string, since: Latest = {}) {
    this.#source = source
    this.#layout = layout
    this.#account = account
    this.#since = since
  }

  labels(kind: 'queue' | 'tag', after: string | null): Promise<Page<LabelRow>> {
    return kind === 'queue'
      ? this.#page<LabelRow>({
          select: 'x.id::text as ref, left(x.name, 200) as name from teams x',
          key: 'x.id',
          after,
          size: pageSizes.label,
        })
      : this.#page<LabelRow>({
          select: `x.title as ref, x.title as name from labels x`,
          key: 'x.title',
          condition: `x.title <> ''`,
          after,
          size: pageSizes.label,
        })
  }

  users(after: string | null): Promise<Page<UserRow>> {
    return this.#page<UserRow, Omit<UserRow, 'queues'> & { readonly queues: string | null }>({
      select: `
        u.id::text as ref, left(u.name, 200) as name, left(u.email, 320) as email, ${roleOf} as profile,
        (select string_agg(t.id::text, ',' order by t.id) from team_members w join teams t on t.id = w.team_id
          where w.user_id = u.id and t.account_id = x.account_id) as queues
        from account_users x join users u on u.id = x.user_id`,
      key: 'u.id',
      after,
      size: pageSizes.label,
      converted: (row) => ({ ...row, queues: labelsOf(row.queues) }),
    })
  }

  /** Canned responses are everybody's. */
  quickMessages(after: string | null): Promise<Page<QuickMessageRow>> {
    return this.#page<QuickMessageRow, Pick<QuickMessageRow, 'ref' | 'key' | 'text'>>({
      select: `
        x.id::text as ref, left(x.short_code, 200) as "key", left(x.content, ${longestQuickMessage}) as "text"
        from canned_responses x`,
      key: 'x.id',
      after,
      size: pageSizes.label,
      converted: ({ ref, key, text }) => ({
        ref,
        key,
        text: text === null ? null : withOurNames(text),
        user: null,
        file: null,
        mediaName: null,
      }),
    })
  }

  contacts(after: string | null): Promise<Page<ContactRow>> {
    return this.#page<ContactRow, ContactColumns>({
      select: `${contactSql('x')} from contacts x`,
      key: 'x.id',
      condition: isKnownContact,
      since: this.#since.Contacts,
      after,
      size: pageSizes.contact,
      converted: contactOfColumns,
    })
  }

  /** With visitors, who are in no page of contacts; where changes are read, with all whose conversations these are. */
  async tickets(after: string | null): Promise<Page<TicketRow> & { contacts: readonly ContactRow[] }> {
    const started = this.#layout.column('conversations', 'first_reply_created_at')
    const { milliseconds } = this.#source.dialect
    const page = await this.#page<ConversationColumns>({
      select: `
        x.display_id::text as ref, x.status, x.contact_id::text as contact, x.inbox_id::text as connection,
        x.assignee_id::text as "user", x.team_id::text as queue, ${labelsSql('Conversation', 'x.id')} as labels,
        ${milliseconds('x.created_at')} as opened, ${milliseconds(started)} as started,
        ${milliseconds('x.last_activity_at')} as updated
        from conversations x`,
      key: 'x.display_id',
      since: this.#since.Tickets,
      after,
      size: pageSizes.ticket,
    })
    const ids = [...new Set(page.rows.flatMap(({ contact }) => contact ?? []))]
    const isChange = this.#since.Tickets != null
    const contacts = await this.#source.query<ContactColumns>(
      `select ${contactSql('x')} from contacts x
        where x.account_id = $1 and x.id = any (string_to_array($2, ',')::bigint[])
          and ${isChange ? 'true' : `(${isKnownContact}) is not true`}`,
      [this.#account, ids.join(',')],
    )
    return { rows: page.rows.map(ticketOfColumns), next: page.next, contacts: contacts.map(contactOfColumns) }
  }

  messages(after: string | null, which: MessageChoice): Promise<Page<MessageRow>> {
    return this.#page<MessageRow, MessageColumns>({
      select: `
        x.id::text as ref, c.display_id::text as ticket, x.message_type as type,
        case when x.sender_type = 'User' then x.sender_id::text end as "user",
        left(x.content, ${longestText}) as body, ${attributesSql} as attributes,
        ${this.#source.dialect.milliseconds('x.created_at')} as created, f.id is not null as "hasFile",
        f.file_type as "fileType", left(f.external_url, 2000) as address, f.key, f.filename as name,
        f.service_name as service
        from messages x join conversations c on c.id = x.conversation_id
        left join lateral (
          select a.id, a.file_type, a.external_url, b.key, b.filename, b.service_name from attachments a
            left join active_storage_attachments s
              on s.record_type = 'Attachment' and s.record_id = a.id and s.name = 'file'
            left join active_storage_blobs b on b.id = s.blob_id
           where a.message_id = x.id order by a.id limit 1) f on true`,
      key: 'x.id',
      condition: `${isSaidRow} and ${conditions[which]}`,
      since: this.#since.Messages,
      after,
      size: which === 'files' ? pageSizes.file : pageSizes.message,
      converted: messageOfColumns,
    })
  }

  async #page<T extends { readonly ref: string }, R extends { readonly ref: string } = T>({
    select,
    key,
    condition = 'true',
    since = null,
    after,
    size,
    converted = (row) => row as unknown as T,
  }: {
    readonly select: string
    /** What the rows are ordered by; it is their `ref`. */
    readonly key: string
    readonly condition?: string
    readonly since?: number | null | undefined
    readonly after: string | null
    readonly size: number
    converted?(row: R): T
  }): Promise<Page<T>> {
    const values = [this.#account, ...(since === null ? [] : [String(since)]), ...(after === null ? [] : [after])]
    const changed = since === null ? 'true' : `${this.#source.dialect.milliseconds('x.updated_at')} >= $2::float8`
    const rows = await this.#source.query<R>(
      `select ${select}
        where x.account_id = $1 and ${condition} and ${changed}
          and ${after === null ? 'true' : `${key} > $${values.length}`} order by ${key} limit ${size}`,
      values,
    )
    return { rows: rows.map(converted), next: rows.length < size ? null : rows.at(-1)!.ref }
  }
}
