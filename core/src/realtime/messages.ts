import {
  id,
  type ConnectionPush,
  type PluginPush,
  type PresencePush,
  type TicketFacts,
  type TicketId,
  type TypingPush,
  type UserPush,
  type Viewer,
  type ContactPush,
} from '@recado/contracts'
import * as z from 'zod'
import type { TicketChange } from './realtime.ts'

/* Messages from clients, and between nodes. */

/** The handshake's `auth`; nothing of it may be in the address. */
export const Handshake = z.object({
  token: z.string().min(1).max(4_096),
  sessionid: z.uuid(),
  /** Last position of the client; absent or null on its first connection. */
  stream: z.object({ epoch: z.string().max(64), seq: z.int().min(0) }).nullish(),
})

export const ClientTyping = z.strictObject({ ticketId: id<TicketId>(), mode: z.enum(['text', 'voice', 'stop']) })
export type TypingMode = z.output<typeof ClientTyping>['mode']

/** State of a page: its open conversation, and whether somebody is using it. */
export const ClientViewing = z.union([
  z.strictObject({ ticketId: id<TicketId>().nullable(), focused: z.boolean() }),
  // The bare id of older clients, which say nothing while nobody is at them.
  id<TicketId>().transform((ticketId) => ({ ticketId, focused: true })),
])
/** Called when a page says what it shows, and without attention when it is gone. `page` names the socket. */
export type OnViewing = (
  page: { readonly page: string; readonly sessionId: string; readonly viewer: Viewer },
  shown: z.output<typeof ClientViewing>,
) => void

/**
 * Called when an agent types; the viewer is authenticated, that the ticket is theirs to see is for the receiver to
 * check.
 */
export type OnAgentTyping = (viewer: Viewer, ticketId: TicketId, mode: TypingMode) => void

/** One push on its way to the users of a tenant on every node. */
export type TenantPush =
  | { readonly kind: 'ticket'; readonly change: TicketChange }
  | { readonly kind: 'typing'; readonly facts: TicketFacts; readonly push: TypingPush }
  | { readonly kind: 'presence'; readonly facts: TicketFacts; readonly push: PresencePush }
  | { readonly kind: 'connection'; readonly push: ConnectionPush }
  | { readonly kind: 'user'; readonly push: UserPush }
  | { readonly kind: 'contact'; readonly push: ContactPush }
  | {
      readonly kind: 'plugin'
      readonly users: readonly string[]
      readonly push: PluginPush
      readonly isFleeting: boolean
    }
  /** The bells of these users have changed. */
  | { readonly kind: 'bell'; readonly users: readonly string[] }
  | { readonly kind: 'plugins' }
  /** Another licence tier counts. */
  | { readonly kind: 'licence' }
  /** Data that everybody of the tenant may see has changed. */
  | { readonly kind: 'restart' }
export interface NodePush {
  readonly node: string
  readonly push: TenantPush
}

export const tenantTopic = (tenantId: string): string => `rt.${tenantId}`
