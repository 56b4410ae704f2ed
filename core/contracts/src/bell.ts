import * as z from 'zod'
import { id, instant, type ConnectionId, type TicketId } from './ids.ts'
import { ThreadPlace } from './notifications.ts'
import { BellFacts } from './plugin-bell.ts'

/**
 * Kinds of entries of the bell: a colleague mentioned the user, a conversation was assigned to them, a snoozed one is
 * back, a message was not delivered, a connection of a channel stopped working, a plugin tells something.
 */
export const bellKinds = ['mentioned', 'assigned', 'woken', 'undelivered', 'channelBroken', 'plugin'] as const

/** What a plugin tells: the key of a text of it with facts that fill it in, and the page that it leads to. */
export const PluginBellNotice = z.object({
  plugin: z.string(),
  textKey: z.string(),
  facts: BellFacts,
  path: z.string(),
  isFailure: z.boolean(),
})
export type PluginBellNotice = z.infer<typeof PluginBellNotice>

/**
 * One entry of the bell. It is about a conversation, about a connection, or what a plugin tells. Names are as the user
 * may see them.
 */
export const BellEntry = z.object({
  id: z.uuid(),
  kind: z.enum(bellKinds),
  at: instant,
  read: z.boolean(),
  ticketId: id<TicketId>().nullable(),
  contactName: z.string().nullable(),
  connectionId: id<ConnectionId>().nullable(),
  connectionName: z.string().nullable(),
  by: z.string().nullable().describe('Name of the colleague who mentioned the user or assigned the conversation'),
  place: ThreadPlace.nullable(),
  notice: PluginBellNotice.nullable().describe('Of kind `plugin`'),
})
export type BellEntry = z.infer<typeof BellEntry>

/** Most unread entries that are counted; a count of this many means "this many or more". */
export const bellCountCap = 100

/** A page of the bell, newest first. */
export const BellPage = z.object({
  entries: z.array(BellEntry),
  unread: z.int().describe(`Unread entries on all pages, at most ${bellCountCap}`),
  next: z.uuid().nullable().describe('`before` of the next page; null on the last one'),
})
export type BellPage = z.infer<typeof BellPage>
