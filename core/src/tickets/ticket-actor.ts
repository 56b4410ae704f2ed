import { canSeeTicket, type TenantId, type TicketFacts, type Viewer, type VisibilitySettings } from '@recado/contracts'

/** A plugin that changes tickets as itself, with its reason for people: `note` stands in the log. */
export interface PluginActor {
  readonly tenantId: TenantId
  readonly userId: null
  readonly plugin: string
  readonly note: string | null
}
/**
 * Who changes a ticket: a user within their permissions and what they may see, or a plugin, which sees every ticket of
 * its company.
 */
export type TicketActor = Viewer | PluginActor

export const isPlugin = (actor: object): actor is PluginActor => 'plugin' in actor

/** The policy of visibility, for either of them. */
export const sees = (actor: TicketActor, facts: TicketFacts, settings: VisibilitySettings): boolean =>
  isPlugin(actor) || canSeeTicket(actor, facts, settings)

/** What a line of the log says of who did it. */
export const authorOf = (
  actor: Pick<TicketActor, 'userId'>,
): { userId: string | null; plugin?: string; note?: string | null } =>
  isPlugin(actor) ? { userId: null, plugin: actor.plugin, note: actor.note } : { userId: actor.userId }

/** What an event says of a plugin that did it. */
export const byOf = (actor: object | undefined): { by?: string } =>
  actor && isPlugin(actor) ? { by: actor.plugin } : {}
