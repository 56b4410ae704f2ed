import { canSeeTicket, type TenantId, type TicketFacts, type Viewer, type VisibilitySettings } from '@recado/contracts'

/**
 * A plugin that changes tickets as itself, with its reason for people: `note` is in the log. One that `reopens` gives
 * resolved tickets back to their queues.
 */
export interface PluginActor {
  readonly tenantId: TenantId
  readonly userId: null
  readonly plugin: string
  readonly note: string | null
  readonly reopens?: boolean | undefined
}
/**
 * Author of a change of a ticket: a user within their permissions and visibility, or a plugin, which sees every ticket
 * of its company.
 */
export type TicketActor = Viewer | PluginActor

export const isPlugin = (actor: object): actor is PluginActor => 'plugin' in actor

/** The policy of visibility, for either of them. */
export const sees = (actor: TicketActor, facts: TicketFacts, settings: VisibilitySettings): boolean =>
  isPlugin(actor) || canSeeTicket(actor, facts, settings)

/** Author in a line of the log. */
export const authorOf = (
  actor: Pick<TicketActor, 'userId'>,
): { userId: string | null; plugin?: string; note?: string | null } =>
  isPlugin(actor) ? { userId: null, plugin: actor.plugin, note: actor.note } : { userId: actor.userId }

/** Plugin in an event that it caused. */
export const byOf = (actor: object | undefined): { by?: string } =>
  actor && isPlugin(actor) ? { by: actor.plugin } : {}
