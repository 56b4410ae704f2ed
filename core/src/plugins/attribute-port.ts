import {
  canSeeTicket,
  Refusal,
  type AnyPluginDefinition,
  type AttributeChange,
  type AttributeSubject,
  type CorePorts,
  type CoreUse,
  type TenantId,
  type Viewer,
} from '@recado/contracts'
import { ensureDeclared } from '../attributes/declared-attributes.ts'
import { toDefinition, rowsOf } from '../attributes/attributes.service.ts'
import { writeContactAttributes, writeTicketAttributes } from '../attributes/attribute-writing.ts'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { factsOf, lockTicket } from '../tickets/ticket-lock.ts'

/** A plugin as far as it says what it wants of core. */
export type PortUser = Pick<AnyPluginDefinition, 'id' | 'title' | 'uses' | 'attributes' | 'bell'>

export interface AttributePortParts {
  readonly db: Database
  readonly bus: () => Pick<EventBus, 'publish' | 'poke'>
  readonly feed: () => Pick<TicketFeed, 'show'>
  readonly realtime: Pick<Realtime, 'contactChanged'>
  readonly settings: Pick<SettingsReader, 'visibility'>
}

/** A programming error of the plugin, like an undeclared event. */
export function requireUse({ id, uses = [] }: PortUser, use: CoreUse): void {
  if (!uses.includes(use)) throw new TypeError(`${id} does not declare that it uses ${use}`)
}

/** Values of attributes as plugins write them: see {@link CorePorts}. */
export const attributePort = (
  parts: AttributePortParts,
  tenantId: string,
  plugin: PortUser,
  viewer?: Viewer,
): CorePorts['attributes'] => ({
  list: () => parts.db.tenant(tenantId, async (tx) => (await rowsOf(tx, tenantId, undefined)).map(toDefinition)),
  async set(subject, change) {
    requireUse(plugin, 'attributes.write')
    await write(parts, tenantId, plugin, viewer, subject, () => Promise.resolve(change))
  },
  setOwn: (subject, change) =>
    write(parts, tenantId, plugin, viewer, subject, async (tx) => {
      const owner = 'contact' in subject ? 'contact' : 'ticket'
      for (const name of Object.keys(change))
        if (plugin.attributes?.[name]?.owner !== owner)
          throw new TypeError(`${plugin.id} declares no attribute ${name} of a ${owner}`)
      const keys = await ensureDeclared(tx, tenantId, plugin)
      return Object.fromEntries(Object.entries(change).map(([name, value]) => [keys.get(name)!, value]))
    }),
})

async function write(
  { db, bus, feed, realtime, settings }: AttributePortParts,
  tenantId: string,
  plugin: PortUser,
  viewer: Viewer | undefined,
  subject: AttributeSubject,
  changeIn: (tx: Tx) => Promise<AttributeChange>,
): Promise<void> {
  const userId = viewer?.userId ?? null
  if (viewer && !viewer.can('contact' in subject ? 'contacts.write' : 'tickets.write'))
    throw new Refusal('ERR_NO_PERMISSION')
  const visibility = await settings.visibility(tenantId)
  const told = await db.tenant(tenantId, async (tx) => {
    const note = (id: string, change: AttributeChange) =>
      audit(tx, {
        tenantId,
        userId,
        action: 'attributes.fill',
        subject: id,
        facts: { plugin: plugin.id, keys: Object.keys(change).toSorted() },
      })
    if ('contact' in subject) {
      const change = await changeIn(tx)
      const { id, isChanged } = await writeContactAttributes(tx, bus(), tenantId, subject.contact, change)
      if (!isChanged) return undefined
      await note(id, change)
      return () => realtime.contactChanged(tenantId, { type: 'contact:update', payload: { id } })
    }
    const held = await lockTicket(tx, tenantId, subject.ticket)
    if (!held || (viewer && !canSeeTicket(viewer, factsOf(held), visibility))) throw new Refusal('ERR_NO_TICKET_FOUND')
    const change = await changeIn(tx)
    if (!(await writeTicketAttributes(tx, { tenantId: tenantId as TenantId, userId }, subject.ticket, change)))
      return undefined
    await note(subject.ticket, change)
    return () => void feed().show(tenantId, { tickets: [{ id: subject.ticket, type: 'ticket:update' }] })
  })
  if (!told) return
  bus().poke()
  told()
}
