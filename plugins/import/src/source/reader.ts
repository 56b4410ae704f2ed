import type { Fault } from '../run/run.ts'

/** A page of rows in the order of their keys. */
export interface Page<T> {
  readonly rows: readonly T[]
  /** The key of the last row; null after the last page. */
  readonly next: string | null
}

export interface LabelRow {
  readonly ref: string
  readonly name: string | null
}
/** `profile` as the source calls it. */
export interface UserRow extends LabelRow {
  readonly email: string | null
  readonly profile: string | null
  readonly queues: readonly string[]
}
/** Something with a file, which is an address, or a name below `Settings.filesUrl`; null without a file. */
export interface FileRow {
  readonly ref: string
  readonly file: string | null
  /** Other names that it may have there, should it not be under the first one. */
  readonly otherwise?: readonly string[]
  readonly mediaName: string | null
}
/** A ready text; `user`: whose alone it is, null for everybody's. */
export interface QuickMessageRow extends FileRow {
  readonly key: string | null
  readonly text: string | null
  readonly user: string | null
}
export interface ContactRow extends LabelRow {
  readonly number: string | null
  readonly email: string | null
  readonly isGroup: boolean
  readonly tags: readonly string[]
}
/** Instants in milliseconds, as the source has them. */
export interface TicketRow {
  readonly ref: string
  readonly status: string | null
  readonly contact: string | null
  readonly connection: string | null
  readonly user: string | null
  readonly queue: string | null
  readonly isGroup: boolean
  readonly tags: readonly string[]
  readonly opened: number | null
  readonly started: number | null
  readonly closed: number | null
  readonly updated: number | null
}
export interface MessageRow extends FileRow {
  readonly ticket: string | null
  readonly user: string | null
  readonly fromMe: boolean
  readonly body: string | null
  readonly mediaType: string | null
  readonly isDeleted: boolean
  readonly quoted: string | null
  readonly sent: number | null
  readonly created: number | null
  readonly updated: number | null
}

/** Which messages are read: all, those that answer another one, or those with a file, of which a page holds fewer. */
export type MessageChoice = 'all' | 'quotes' | 'files'

/** Reads another system in pages; `after` is the `next` of the page before, null at first. */
export interface Reader {
  /** Work before the first page, a portion at each call, where the source needs any. */
  prepare?(after: string | null): Promise<{ readonly next: string | null; readonly faults: readonly Fault[] }>
  labels(kind: 'queue' | 'tag', after: string | null): Promise<Page<LabelRow>>
  /** Where the source has users with addresses. */
  users?(after: string | null): Promise<Page<UserRow>>
  /** Where the source has ready texts. */
  quickMessages?(after: string | null): Promise<Page<QuickMessageRow>>
  contacts(after: string | null): Promise<Page<ContactRow>>
  /** With people who are in no page of contacts, where there are any. */
  tickets(after: string | null): Promise<Page<TicketRow> & { readonly contacts?: readonly ContactRow[] }>
  messages(after: string | null, which: MessageChoice): Promise<Page<MessageRow>>
}
