import * as z from 'zod'
import { Part } from './content.ts'
import type { Connection, User } from './entities.ts'
import { id, type ConnectionId, type UserId } from './ids.ts'

/** What is brought in from another system, in the order in which later ones name earlier ones. */
export const importKinds = ['queue', 'tag', 'user', 'contact', 'ticket', 'message'] as const
/** One of {@link importKinds}. */
export type ImportKind = (typeof importKinds)[number]

/** Rows of one kind in one batch. */
export const mostImportedRows = 2_000
/** Characters of a text in a message of the past; the rest of a longer one is left out. */
export const longestImportedText = 60_000

const ref = z.string().min(1).max(200)
const instant = z.iso.datetime({ offset: true })
const few = <T extends z.ZodType>(of: T) => z.array(of).max(mostImportedRows).default([])

/** A queue or a tag. One that has the name already is taken as it is. */
export const ImportedLabel = z.strictObject({ ref, name: z.string().trim().min(1).max(60) })
/** See {@link ImportedLabel}. */
export type ImportedLabel = z.input<typeof ImportedLabel>

/**
 * A user, who comes as one that can be invited: not active, without password, and nobody writes to them before an
 * administrator does. Who has the address in the company is taken as they are.
 */
export const ImportedUser = z.strictObject({
  ref,
  name: z.string().max(200),
  email: z.string().max(320),
  profile: z.enum(['user', 'super', 'admin']),
  /** By their refs. */
  queues: z.array(ref).max(200).default([]),
})
/** See {@link ImportedUser}. */
export type ImportedUser = z.input<typeof ImportedUser>

/**
 * A person. Who has the number, or without one the address, is taken as they are; a number that is none is kept as a
 * further detail.
 */
export const ImportedContact = z.strictObject({
  ref,
  name: z.string().max(200),
  number: z.string().max(60).nullable().default(null),
  email: z.string().max(320).nullable().default(null),
  /** By their refs. */
  tags: z.array(ref).max(50).default([]),
})
/** See {@link ImportedContact}. */
export type ImportedContact = z.input<typeof ImportedContact>

/**
 * A conversation of the past. `open` without a user is `pending`, and it is closed where the contact has another one
 * that is live on the connection.
 */
export const ImportedTicket = z.strictObject({
  ref,
  contact: ref,
  connection: id<ConnectionId>(),
  status: z.enum(['open', 'pending', 'closed']),
  userId: id<UserId>().nullable().default(null),
  /** By their ref, where `userId` says nobody. */
  user: ref.optional(),
  queue: ref.nullable().default(null),
  tags: z.array(ref).max(50).default([]),
  openedAt: instant,
  startedAt: instant.nullable().default(null),
  /** When it was closed, or when something last happened in it. */
  endedAt: instant,
})
/** See {@link ImportedTicket}. */
export type ImportedTicket = z.input<typeof ImportedTicket>

/** Something that was said. It is stored as read, and nobody is told. */
export const ImportedMessage = z.strictObject({
  ref,
  ticket: ref,
  fromMe: z.boolean(),
  userId: id<UserId>().nullable().default(null),
  /** By their ref, where `userId` says nobody. */
  user: ref.optional(),
  parts: z.array(Part).min(1).max(10),
  at: instant,
  deletedAt: instant.nullable().default(null),
  /** The message that it answers; not there yet, it is added when this one is written again. */
  replyTo: ref.nullable().default(null),
})
/** See {@link ImportedMessage}. */
export type ImportedMessage = z.input<typeof ImportedMessage>

/**
 * What is brought in at once. `source` names the other system: refs are its ids, unique in it for each kind. `run` is
 * what is undone as a whole.
 */
export const ImportBatch = z.strictObject({
  source: z.string().min(1).max(300),
  run: z.uuid(),
  queues: few(ImportedLabel),
  tags: few(ImportedLabel),
  users: few(ImportedUser),
  contacts: few(ImportedContact),
  tickets: few(ImportedTicket),
  messages: few(ImportedMessage),
})
/** See {@link ImportBatch}. */
export type ImportBatch = z.input<typeof ImportBatch>

/** Why a row was left out. */
export const importProblems = [
  'limitReached',
  'twoContacts',
  'contactUnknown',
  'ticketUnknown',
  'connectionUnknown',
  'emailInvalid',
  'emailTaken',
] as const
/** One of {@link importProblems}. */
export type ImportProblem = (typeof importProblems)[number]

/** How many rows of a kind were made, changed, or there already. */
export interface ImportCount {
  readonly made: number
  readonly changed: number
  readonly known: number
}

/** What became of a batch. What this run has made before counts as made; `again` says how many of them these are. */
export interface ImportOutcome {
  readonly counts: Readonly<Record<ImportKind, ImportCount & { readonly again: number }>>
  readonly refused: readonly { readonly kind: ImportKind; readonly ref: string; readonly problem: ImportProblem }[]
}

/** What an import is mapped to. */
export interface ImportPlaces {
  readonly connections: ReadonlyArray<Pick<Connection, 'id' | 'name' | 'type' | 'isActive'>>
  readonly users: ReadonlyArray<Pick<User, 'id' | 'name' | 'email'>>
}

/** A table while it is read: its heading, then rows as JSON arrays of arrays of texts, never wider than the heading. */
export interface ImportTable {
  readonly columns: readonly string[]
  readonly portions: AsyncIterable<{ readonly rows: number; readonly json: string }>
}

/**
 * Brings in what happened in another system: silent, no event, no notice, nothing unread. For a plugin that declares
 * `uses: ['imports.write']`, in events and jobs; `places` and `readTable` also in a user's route.
 */
export interface ImportPort {
  /** Connections, and users who have not left, 1,000 of each at most. */
  places(): Promise<ImportPlaces>
  /**
   * Reads a table that somebody uploaded, CSV in any usual encoding or XLSX, in a thread of its own, while `take` takes
   * its portions; nothing is read beyond what it asks for. Rows of nothing but space are left out.
   * @throws Refusal ERR_CONTACT_IMPORT_FILE, ERR_CONTACT_IMPORT_ROWS, ERR_CONTACT_IMPORT_TEXT, ERR_TOO_MANY_REQUESTS
   */
  readTable<T>(bytes: Uint8Array, take: (table: ImportTable) => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Writes a batch, all or nothing. A row that was written before is known by its ref, and changed where it differs
   * from what it was then. @throws ZodError for a batch that {@link ImportBatch} does not allow
   */
  write(batch: ImportBatch): Promise<ImportOutcome>
  /**
   * What rows of the source became, by their refs: ids of what is here, also where it was not made by an import. A ref
   * that was never written, or was left out, is missing. At most {@link mostImportedRows} refs.
   */
  became(source: string, kind: ImportKind, refs: readonly string[]): Promise<Readonly<Record<string, string>>>
  /**
   * Makes previews and numbers of the source's conversations, a portion at each call; answers where the next one
   * begins, null when all is done. Call it until then when a run ends, however it ends.
   */
  settle(source: string, cursor?: string | null): Promise<string | null>
  /**
   * Takes back what the run has made, a portion at each call; false when nothing is left. What people have gone on with
   * since stays, and counts as imported no more; files go a day later, where nothing else shows them. `by` asked for
   * it, and is in the audit trail.
   */
  undo(run: string, by?: UserId | null): Promise<ImportUndone>
}

/** A portion that was taken back. */
export interface ImportUndone {
  readonly more: boolean
  readonly removed: number
  readonly kept: number
  /**
   * What another run had changed since and is gone; of the last portion, what the run had changed of others' things,
   * and stays as it is.
   */
  readonly changed: ReadonlyArray<{ readonly kind: ImportKind; readonly ref: string }>
}
