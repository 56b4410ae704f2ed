import {
  longestImportedText,
  type ImportedContact,
  type ImportedMessage,
  type ImportedTicket,
  type ImportedUser,
  mint,
  type MediaInfo,
  type TakenQuickMessage,
  type UserId,
} from '@recado/sdk'
import { filePartOf } from '../files/file-part.ts'
import type { ContactRow, MessageRow, QuickMessageRow, TicketRow, UserRow } from '../source/reader.ts'
import type { Mapping, Problem, Profile } from './run.ts'

/** A row as core takes it, and what is wrong with it. Without `row` it is left out. */
export interface Judged<T> {
  readonly row?: T
  readonly problems: readonly Problem[]
}

/** Nothing of these systems is older. */
const oldest = Date.UTC(2009, 0, 1)
const dayMs = 86_400_000
const fewestDigits = 8
const mostDigits = 15

const leftOut = (...problems: Problem[]): Judged<never> => ({ problems })

/** The first of these instants that can be one. */
function instantOf(now: number, ...candidates: readonly (number | null)[]): string | undefined {
  const found = candidates.find(
    (at): at is number => at !== null && Number.isFinite(at) && at >= oldest && at <= now + dayMs,
  )
  return found === undefined ? undefined : new Date(Math.min(found, now)).toISOString()
}

/** What a profile of the old system is here: these systems know administrators, supervisors and everybody else. */
export function profileOf(name: string): Profile {
  const known = name.trim().toLowerCase()
  if (/^(admin|administrator|administrador)$/.test(known)) return 'admin'
  return known.startsWith('super') ? 'super' : 'user'
}

/** Those alone whom the mapping invites; others are left out without a word. */
export function userOf(row: UserRow, { invites }: Pick<Mapping, 'invites'>): Judged<ImportedUser> {
  const profile = invites[row.ref]
  if (profile === undefined) return leftOut()
  const email = (row.email ?? '').trim()
  if (email === '') return leftOut('emailInvalid')
  return { row: { ref: row.ref, name: (row.name ?? '').trim(), email, profile, queues: [...row.queues] }, problems: [] }
}

/** Who a row is of: a user of here, or one who comes along. */
const byOf = (user: string | null, { users, invites }: Mapping) => ({
  userId: ((user !== null && users[user]) || null) as never,
  ...(user !== null && users[user] === undefined && invites[user] !== undefined && { user }),
})

/** Characters of a ready text, and of its shortcut. */
const longestQuickMessage = 10_000
const longestKey = 200

/**
 * @param owners ids here of the users of the source who are known, by their refs; the mapping names others
 * @param file the file of the text: stored, on its way (in a rehearsal), or why it does not come
 */
export function quickMessageOf(
  row: QuickMessageRow,
  { users }: Pick<Mapping, 'users'>,
  owners: Readonly<Record<string, string>>,
  file: MediaInfo | 'comes' | Problem = 'fileLeftOut',
): Judged<TakenQuickMessage> {
  const key = clean(row.key)
  const text = clean(row.text)
  const missed: Problem[] = row.file === null || typeof file === 'object' || file === 'comes' ? [] : [file]
  const hasFile = row.file !== null && missed.length === 0
  if (key === '') return leftOut('nameMissing')
  if (text === '' && !hasFile) return leftOut(...(row.file === null ? (['textMissing'] as const) : missed))
  const owner = row.user === null ? null : (users[row.user] ?? owners[row.user])
  if (owner === undefined) return leftOut('ownerUnknown')
  return {
    row: {
      ref: row.ref,
      key: cut(key, longestKey),
      text: cut(text, longestQuickMessage),
      userId: owner === null ? null : mint<UserId>(owner),
      ...(hasFile && typeof file === 'object' && { file: file.id }),
    },
    problems: [...missed, ...(text.length > longestQuickMessage ? (['textCut'] as const) : [])],
  }
}
const clean = (text: string | null): string => (text ?? '').replaceAll('\0', '').trim()
/** Without half of a character that takes two places. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

export function contactOf(row: ContactRow): Judged<ImportedContact> {
  if (row.isGroup) return leftOut('groupLeftOut')
  const digits = (row.number ?? '').replace(/\D/g, '')
  const name = (row.name ?? '').trim()
  const isNumber = digits.length >= fewestDigits && digits.length <= mostDigits
  return {
    row: { ref: row.ref, name, number: row.number || null, email: row.email || null, tags: [...row.tags] },
    problems: [...(name === '' ? (['nameMissing'] as const) : []), ...(isNumber ? [] : (['numberInvalid'] as const))],
  }
}

export function ticketOf(row: TicketRow, mapping: Mapping, now: number): Judged<ImportedTicket> {
  if (row.isGroup) return leftOut('groupLeftOut')
  if (row.contact === null) return leftOut('contactUnknown')
  const connection = mapping.connections[row.connection ?? '']
  if (connection === undefined) return leftOut('connectionLeftOut')
  const openedAt = instantOf(now, row.opened, row.started, row.updated, row.closed)
  if (openedAt === undefined) return leftOut('dateInvalid')
  const wanted = instantOf(now, row.closed, row.updated) ?? openedAt
  const startedAt = instantOf(now, row.started)
  return {
    row: {
      ref: row.ref,
      contact: row.contact,
      connection: connection as never,
      status: mapping.keepOpen && (row.status === 'open' || row.status === 'pending') ? row.status : 'closed',
      ...byOf(row.user, mapping),
      queue: row.queue,
      tags: [...row.tags],
      openedAt,
      startedAt: startedAt !== undefined && startedAt >= openedAt ? startedAt : null,
      endedAt: wanted < openedAt ? openedAt : wanted,
    },
    problems: instantOf(now, row.opened) === undefined ? ['dateInvalid'] : [],
  }
}

/** @param file the file of the message, where it was fetched */
export function messageOf(row: MessageRow, mapping: Mapping, now: number, file?: MediaInfo): Judged<ImportedMessage> {
  if (row.ticket === null) return leftOut('ticketUnknown')
  const at = instantOf(now, row.sent, row.created, row.updated)
  if (at === undefined) return leftOut('dateInvalid')
  const body = row.body ?? ''
  const text = body.slice(0, longestImportedText)
  const isFile = row.mediaType !== null && !/^(chat|conversation|extendedTextMessage|text)$/.test(row.mediaType)
  const isCaption = !isFile || (text !== '' && text !== row.mediaName)
  const named = isFile ? `[${row.mediaName ?? row.mediaType}]` : ''
  const words = isCaption ? [named, text].filter(Boolean).join('\n') : named
  return {
    row: {
      ref: row.ref,
      ticket: row.ticket,
      fromMe: row.fromMe,
      ...byOf(row.user, mapping),
      parts: [
        file !== undefined
          ? filePartOf(file, { mediaType: row.mediaType ?? '', caption: isCaption ? text : '' })
          : words === ''
            ? { kind: 'unsupported', note: row.mediaType ?? 'empty' }
            : { kind: 'text', text: words, format: 'markdown' },
      ],
      at,
      deletedAt: row.isDeleted ? (instantOf(now, row.updated) ?? at) : null,
      replyTo: row.quoted,
    },
    problems: body.length > longestImportedText ? ['textCut'] : [],
  }
}
