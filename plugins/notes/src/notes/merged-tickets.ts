import type { PluginContext, TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { moveBack, moveNotes } from './note-store.ts'

type Context = Pick<PluginContext, 'db' | 'tenant' | 'core'>
interface Merge {
  readonly from: TicketId
  readonly into: TicketId
}

/** Moves the notes of a ticket to the one it became part of. */
export async function ticketMerged({ from, into }: Merge, { db, tenant, core }: Context): Promise<void> {
  await db.transaction((tx) => moveNotes(drizzleOn(tx), tenant, from, into))
  await core.tickets.announce(into)
}

/** Moves the merged notes back; later ones stay. */
export async function ticketUnmerged({ from, into }: Merge, { db, tenant, core }: Context): Promise<void> {
  await db.transaction((tx) => moveBack(drizzleOn(tx), tenant, from, into))
  await core.tickets.announce(into)
  await core.tickets.announce(from)
}
