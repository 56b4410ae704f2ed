import { fileNameOf } from '../files/file-address.ts'
import type { MessageRow, TicketRow } from '../source/reader.ts'

/* What Chatwoot keeps as numbers, and how its rows become those that its API tells of: the same ids, times in whole
 * seconds, so that an import which began with one of the two goes on with the other. */

/** Condition that Chatwoot shows a contact `x` in its list; others are visitors, who come with their conversations. */
export const isKnownContact = `(x.email <> '' or x.phone_number <> '' or x.identifier <> '')`
/** Condition that a message `x` was said to or by the contact: no note among agents, no line about an event. */
export const isSaidRow = `x.message_type <> 2 and x.private is not true`
/** What a user of the account is, of a row `x` of `account_users`. */
export const roleOf = `case x.role when 1 then 'administrator' when 0 then 'agent' end`

const statuses = ['open', 'resolved', 'pending', 'snoozed'] as const
const fileTypes = [
  'image',
  'audio',
  'video',
  'file',
  'location',
  'fallback',
  'share',
  'story_mention',
  'contact',
  'ig_reel',
  'embed',
] as const
const mostTags = 50

/** Labels that were joined with commas, which none of them holds. */
export const labelsOf = (joined: string | null): string[] =>
  (joined ?? '')
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)
    .slice(0, mostTags)

const wholeSeconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.floor(milliseconds / 1_000) * 1_000

/** A row of `conversations`, instants in milliseconds. */
export interface ConversationColumns {
  readonly ref: string
  readonly status: number
  readonly contact: string | null
  readonly connection: string
  readonly user: string | null
  readonly queue: string | null
  readonly labels: string | null
  readonly opened: number | null
  readonly started: number | null
  readonly updated: number | null
}

export function ticketOfColumns(row: ConversationColumns): TicketRow {
  const { labels, status, ...rest } = row
  const name = statuses[status]
  return {
    ...rest,
    status: name === 'resolved' ? 'closed' : name === 'snoozed' ? 'pending' : (name ?? null),
    isGroup: false,
    tags: labelsOf(labels),
    opened: wholeSeconds(row.opened),
    started: wholeSeconds(row.started),
    closed: null,
    updated: wholeSeconds(row.updated),
  }
}

/** A row of `messages` with its first file. */
export interface MessageColumns {
  readonly ref: string
  readonly ticket: string
  readonly type: number
  readonly user: string | null
  readonly body: string | null
  /** JSON, where it is short enough. */
  readonly attributes: string | null
  readonly created: number | null
  readonly hasFile: boolean
  readonly fileType: number | null
  readonly address: string | null
  readonly key: string | null
  readonly name: string | null
  readonly service: string | null
}

const longestName = 250

export function messageOfColumns(row: MessageColumns): MessageRow {
  const { ref, ticket, type, user, body, created, hasFile } = row
  const { deleted, quoted } = attributesOf(row.attributes)
  const fromMe = type !== 0
  return {
    ref,
    ticket,
    user: fromMe ? user : null,
    fromMe,
    body,
    mediaType: hasFile ? (fileTypes[row.fileType ?? -1] ?? 'file') : null,
    mediaName: row.name?.slice(0, longestName) ?? nameAt(row.address),
    file: row.key === null ? row.address || null : pathOf(row.key, row.service),
    isDeleted: deleted,
    quoted,
    sent: wholeSeconds(created),
    created: null,
    updated: null,
  }
}

const nameAt = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? fileNameOf(new URL(address)) : null

/** Services that keep files in folders of their own disk; in a bucket they lie side by side. */
const onDisk: readonly (string | null)[] = ['local', 'test']

/** Where a file lies below the address of the storage. */
const pathOf = (key: string, service: string | null): string =>
  onDisk.includes(service) ? `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}` : key

function attributesOf(json: string | null): { readonly deleted: boolean; readonly quoted: string | null } {
  let read: { readonly deleted?: unknown; readonly in_reply_to?: unknown } | null = null
  try {
    read = JSON.parse(json ?? 'null')
  } catch {
    // A text that somebody else wrote there.
  }
  const quoted = read?.in_reply_to
  return {
    deleted: read?.deleted === true,
    quoted: typeof quoted === 'number' || (typeof quoted === 'string' && quoted !== '') ? String(quoted) : null,
  }
}
