import type { Latest } from '../run/latest.ts'
import { readLayout, type Layout } from '../source/layout.ts'
import type { Source } from '../source/source.ts'

/** What is read of Chatwoot's tables, since its version 2; other columns are taken where they are there. */
const needed: Readonly<Record<string, readonly string[]>> = {
  accounts: ['id', 'name'],
  inboxes: ['id', 'account_id', 'name'],
  users: ['id', 'name', 'email'],
  account_users: ['account_id', 'user_id', 'role'],
  teams: ['id', 'account_id', 'name'],
  team_members: ['team_id', 'user_id'],
  labels: ['account_id', 'title'],
  tags: ['id', 'name'],
  taggings: ['tag_id', 'taggable_type', 'taggable_id', 'context'],
  canned_responses: ['id', 'account_id', 'short_code', 'content'],
  contacts: ['id', 'account_id', 'name', 'email', 'phone_number', 'identifier', 'updated_at'],
  conversations: [
    'id',
    'account_id',
    'display_id',
    'inbox_id',
    'status',
    'contact_id',
    'assignee_id',
    'team_id',
    'created_at',
    'updated_at',
    'last_activity_at',
  ],
  messages: [
    'id',
    'account_id',
    'conversation_id',
    'content',
    'message_type',
    'private',
    'sender_type',
    'sender_id',
    'content_attributes',
    'created_at',
    'updated_at',
  ],
  attachments: ['id', 'message_id', 'file_type', 'external_url'],
  active_storage_attachments: ['record_type', 'record_id', 'name', 'blob_id'],
  active_storage_blobs: ['id', 'key', 'filename', 'service_name'],
}

/** Chatwoot's tables; undefined where the database is of another system. It has PostgreSQL alone. */
export async function chatwootLayout(source: Source): Promise<Layout | undefined> {
  const layout = await readLayout(source, Object.keys(needed))
  const isWhole = Object.entries(needed).every(([table, columns]) =>
    columns.every((column) => layout.has(table, column)),
  )
  return isWhole ? layout : undefined
}

/** When rows of these tables changed last; not what is said to change later on. */
export async function latestOfChatwoot({ dialect, query }: Source): Promise<Latest> {
  const latest = async (table: string): Promise<number | null> => {
    const changed = dialect.milliseconds('x.updated_at')
    const [row] = await query<{ at: number | null }>(
      `select max(${changed}) as at from ${table} x where ${changed} <= $1::float8`,
      [String(Date.now())],
    )
    return row?.at ?? null
  }
  return {
    Contacts: await latest('contacts'),
    Tickets: await latest('conversations'),
    Messages: await latest('messages'),
  }
}
