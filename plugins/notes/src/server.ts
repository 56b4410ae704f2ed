import { implementPlugin } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { writeNote } from './actions/write-note.ts'
import { contactMerged, contactUnmerged, exportContact, forgetContact, ticketDeleted } from './notes/about-contacts.ts'
import { colleagues, create, jot, readOfTicket, readPage, remove, restore, update } from './notes/handlers.ts'
import { restoreMs } from './notes/limits.ts'
import { ticketMerged, ticketUnmerged } from './notes/merged-tickets.ts'
import { sweep } from './notes/note-store.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  routes: { page: readPage, jot, ofTicket: readOfTicket, colleagues, create, update, remove, restore },
  on: { ticketDeleted, contactMerged, contactUnmerged, ticketMerged, ticketUnmerged },
  jobs: { sweep: (_data, { db, tenant }) => db.transaction((tx) => sweep(drizzleOn(tx), tenant, restoreMs)) },
  actions: { write: writeNote },
  lifecycle: {
    forget: (ctx, _contact, footprint) => forgetContact(ctx, footprint),
    export: (ctx, _contact, footprint) => exportContact(ctx, footprint),
  },
})
