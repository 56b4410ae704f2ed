import { Refusal, seesMasked, type CorePorts, type TenantId, type Viewer } from '@recado/contracts'
import { pictureUrls } from '../contacts/contact-picture.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { PluginActor } from '../tickets/ticket-actor.ts'
import { ticketPage } from '../tickets/ticket-page.ts'
import { ticketPasts } from '../tickets/ticket-past.ts'
import type { ServiceWindows } from '../tickets/ticket-rows.ts'
import { ticketsOnClock, type TicketsSeen } from '../tickets/tickets-on-clock.ts'
import type { TicketsService } from '../tickets/tickets.service.ts'
import type { TicketTransfers } from '../tickets/transfers.service.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'
import { requireUse, type PortUser } from './attribute-port.ts'
import { ticketUpdateOf } from './ticket-change.ts'

const longestNote = 200

export interface TicketPortParts {
  readonly db: Database
  readonly media: Pick<MediaStore, 'sign'>
  readonly windows: () => ServiceWindows
  readonly settings: Pick<SettingsReader, 'visibility'>
  /** Asked for when they are needed, as the others. */
  readonly tickets: () => Pick<TicketsService, 'update' | 'create'>
  readonly transfers: () => Pick<TicketTransfers, 'transfer'>
}

/** Tickets that a plugin changes as itself, and looks through: see {@link CorePorts}. */
export function ticketPort(
  { db, media, windows, settings, tickets, transfers }: TicketPortParts,
  tenantId: string,
  plugin: PortUser,
  viewer?: Viewer,
): Pick<CorePorts['tickets'], 'change' | 'transfer' | 'onClock' | 'past' | 'page'> {
  const asItself = (note = ''): PluginActor => {
    requireUse(plugin, 'tickets.write')
    if (viewer)
      throw new TypeError(
        `${plugin.id} changes a ticket as itself in a user's request, where ctx.acting does it for them`,
      )
    if (note.length > longestNote) throw new RangeError(`a note has at most ${longestNote} characters`)
    return { tenantId: tenantId as TenantId, userId: null, plugin: plugin.id, note: note || null }
  }
  /** Events and jobs have no viewer. */
  const seen = async (): Promise<TicketsSeen> => {
    requireUse(plugin, 'tickets.list')
    if (!viewer) return (sql) => sql`true`
    const visibility = await settings.visibility(tenantId)
    return (sql) => visibleTickets(sql, viewer, visibility)
  }
  return {
    async change(ticket, change, { note, reopens } = {}) {
      const actor: PluginActor = { ...asItself(note), reopens }
      if (change.status === 'open' && !change.userId)
        throw new Refusal('ERR_VALIDATION', {
          issues: [{ path: 'userId', message: 'whose it becomes', rule: 'required' }],
        })
      return tickets().update(actor, ticket, ticketUpdateOf(change))
    },
    async transfer(ticket, { note, ...to }) {
      const actor = asItself(note)
      return (await transfers().transfer(actor, ticket, { ...to, note, newTicket: false })).ticket
    },
    async onClock(query) {
      return ticketsOnClock(db, tenantId, query, await seen())
    },
    async past(query) {
      return ticketPasts(db, tenantId, query, await seen())
    },
    async page(query) {
      const parts = { db, windows: windows(), picture: pictureUrls(media, tenantId), viewerId: viewer?.userId ?? null }
      const masked = viewer !== undefined && seesMasked(viewer, await settings.visibility(tenantId))
      return ticketPage({ ...parts, masked, seen: await seen() }, tenantId, query)
    },
  }
}
