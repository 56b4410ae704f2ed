import * as z from 'zod'

/**
 * Branded ids. Core's own ids are UUIDv7 strings minted by the server. External ids are opaque to core: only the
 * channel adapter that owns the provider mints and interprets them, core merely stores and compares them.
 */
declare const brand: unique symbol
export type Branded<B extends string> = string & { readonly [brand]: B }

/** A company. Everything a plugin is given is bound to one. */
export type TenantId = Branded<'Tenant'>
/** A plan of companies: see {@link Plan}. */
export type PlanId = Branded<'Plan'>
/** An agent, supervisor or administrator of a company. */
export type UserId = Branded<'User'>
/** A queue: the department that a conversation belongs to. */
export type QueueId = Branded<'Queue'>
/** A tag that contacts carry. */
export type TagId = Branded<'Tag'>
/** A person, whatever channels they write from. Two may become one: consume {@link ContactMerged}. */
export type ContactId = Branded<'Contact'>
/** A merge of two contacts, by which it is undone. */
export type MergeId = Branded<'Merge'>
/** A conversation with one contact on one connection. */
export type TicketId = Branded<'Ticket'>
/** A message as core stores it, in either direction. */
export type MessageId = Branded<'Message'>
/** One configured channel instance of one tenant (the product calls it a channel or "WhatsApp connection"). */
export type ConnectionId = Branded<'Connection'>
/** A stored blob. Never a URL and never bytes: see {@link MediaPort}. */
export type MediaId = Branded<'Media'>

/** A conversation on the provider's side. Unique inside one connection, never globally. */
export type ExternalChatId = Branded<'ExternalChat'>
/** A person on the provider's side. Unique inside one connection's identity kind. */
export type ExternalUserId = Branded<'ExternalUser'>
/** A message on the provider's side. Unique inside one connection, never globally. */
export type ExternalMessageId = Branded<'ExternalMessage'>
/** Minted by core once per outbound intent; the same key is passed on every attempt of that intent. */
export type SendKey = Branded<'SendKey'>

/** Marks a provider's string as one of the branded ids. Only adapters (external ids) and core (own ids) call it. */
export const mint = <T extends Branded<string>>(value: string): T => value as T

/** Schema for one of core's own ids. */
export const id = <T extends Branded<string>>(): z.ZodType<T, string> => z.uuid() as unknown as z.ZodType<T, string>

/** Schema for an instant in API payloads: ISO 8601 with offset, UTC when the server writes it. */
export const instant = z.iso.datetime({ offset: true })
